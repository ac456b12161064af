import { z } from 'zod';

export const HostHealth = z.object({
  ready: z.boolean(),
  /** What the start-up test proved to isolate, from the inside out. */
  layers: z.array(z.string()),
  /** Why it is not ready, or what is missing, and what to do. */
  reason: z.string().optional(),
  /** What is being prepared right now, for what takes longer than a moment. */
  progress: z.object({ step: z.string(), done: z.number(), of: z.number() }).optional(),
});
export type HostHealth = z.infer<typeof HostHealth>;

/** `GET /api/health` with a credential, and `lathe doctor --json`. Without one: `{ok: true}`. */
export const Health = z.object({
  version: z.string(),
  engine: z.string(),
  workspace: z.string(),
  /** The folder of Lathe itself, absolute. */
  home: z.string().optional(),
  hosts: z.record(z.string(), HostHealth),
  /** Every loosening in force; each name begins with `dangerously`. */
  loosened: z.array(z.string()),
});
export type Health = z.infer<typeof Health>;
