import { z } from 'zod';
import { Phrase } from '../tool/problem/phrase.ts';

export const HostHealth = z.object({
  ready: z.boolean(),
  /** The isolation layers that the start-up test proved, from the inside out. */
  layers: z.array(z.string()),
  /** Why it is not ready, or what is missing, and what to do. */
  reason: z.string().optional(),
  /** The same as a phrase, for the page. */
  phrase: Phrase.optional(),
  /** The preparation that is running, if it takes long. */
  progress: z.object({ step: z.string(), done: z.number(), of: z.number() }).optional(),
});
export type HostHealth = z.infer<typeof HostHealth>;

/** A file of the workspace that could not be read. Nothing in it counts, so it allows nothing. */
export const SetAside = z.object({
  /** Relative to the workspace, such as `.lathe/settings.json`. */
  file: z.string(),
  /** Its new name, relative to the workspace; absent if it could not be moved. */
  as: z.string().optional(),
  code: z.enum(['not-json', 'bad-values', 'not-a-file', 'unreadable', 'bad-database']),
  /** The reason as an English sentence. */
  reason: z.string(),
  /** For `bad-values`: the paths of the replaced values, such as `settings.limits.approvalMs`. */
  values: z.array(z.string()).optional(),
});
export type SetAside = z.infer<typeof SetAside>;

/** Why nothing can be saved: saves, settings and decisions are refused, and runs leave no history. */
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
  /** The absolute path of Lathe's own folder. */
  home: z.string().optional(),
  hosts: z.record(z.string(), HostHealth),
  /** Every active option that weakens the isolation; each name begins with `dangerously`. */
  loosened: z.array(z.string()),
  /** The files that were set aside, until the person deletes them. */
  setAside: z.array(SetAside).optional(),
  /** Present while the workspace cannot be written. */
  readOnly: ReadOnly.optional(),
});
export type Health = z.infer<typeof Health>;
