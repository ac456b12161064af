import { z } from 'zod';
import { Phrase } from '../tool/phrase.ts';

export const HostHealth = z.object({
  ready: z.boolean(),
  /** What the start-up test proved to isolate, from the inside out. */
  layers: z.array(z.string()),
  /** Why it is not ready, or what is missing, and what to do. */
  reason: z.string().optional(),
  /** The same, for the page to word. */
  phrase: Phrase.optional(),
  /** What is being prepared right now, for what takes longer than a moment. */
  progress: z.object({ step: z.string(), done: z.number(), of: z.number() }).optional(),
});
export type HostHealth = z.infer<typeof HostHealth>;

/** A file of the workspace's own that could not be taken as it was. Nothing that it may have allowed counts. */
export const SetAside = z.object({
  /** Relative to the workspace, such as `.lathe/settings.json`. */
  file: z.string(),
  /** What it is called now, relative to the workspace; missing while it could not be moved. */
  as: z.string().optional(),
  code: z.enum(['not-json', 'bad-values', 'not-a-file', 'unreadable', 'bad-database']),
  /** The same as a sentence in English. */
  reason: z.string(),
  /** Of `bad-values`: the paths of those that were replaced, such as `settings.limits.approvalMs`. */
  values: z.array(z.string()).optional(),
});
export type SetAside = z.infer<typeof SetAside>;

/** Why nothing can be kept: saves, settings and decisions are refused, and runs leave no history. */
export const ReadOnly = z.object({
  code: z.enum(['disk-full', 'read-only', 'unwritable']),
  /** One sentence in English: what is wrong and what to do. */
  reason: z.string(),
});
export type ReadOnly = z.infer<typeof ReadOnly>;

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
  /** What lies set aside in the workspace, until the person deletes it. */
  setAside: z.array(SetAside).optional(),
  /** There while the workspace cannot be written. */
  readOnly: ReadOnly.optional(),
});
export type Health = z.infer<typeof Health>;
