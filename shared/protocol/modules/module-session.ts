import { z } from 'zod';

/** Why a session notifies its modules. Source: seed 002, onSession. */
export const SessionReason = z.enum([
  'start',
  'switch',
  'branch',
  'tree',
  'shutdown',
  'auto_compaction_start',
  'auto_compaction_end',
  'auto_retry_start',
  'auto_retry_end',
  'ttsr_triggered',
  'todo_reminder',
]);
export type SessionReason = z.infer<typeof SessionReason>;

export const SessionEvent = z.object({
  reason: SessionReason,
  previousSessionFile: z.string().optional(),
});
export type SessionEvent = z.infer<typeof SessionEvent>;

/**
 * `POST /api/tools/:id/session`: notifies the module of a folder of an event. `keep` is how many of the
 * session's first results remain: a branch of its history.
 */
export const SessionEventRequest = z.object({
  event: SessionEvent,
  keep: z.int().min(0).optional(),
});
export type SessionEventRequest = z.infer<typeof SessionEventRequest>;

/** `GET /api/tools/:id/session`, and the response to an event. */
export const ModuleSession = z.object({
  /** The state of the module's process; the next call wakes a sleeping one. */
  state: z.enum(['absent', 'awake', 'asleep']),
  entries: z.array(
    z.object({
      id: z.string(),
      tool: z.string(),
      /** Milliseconds since 1970. */
      at: z.number(),
      text: z.string(),
      isError: z.boolean(),
    }),
  ),
  /** Actions that wait for the hidden tool `resolve`. */
  pending: z.array(z.object({ label: z.string(), tool: z.string() })),
  /** The module's latest log lines, oldest first. */
  log: z.array(z.object({ level: z.string(), text: z.string() })),
});
export type ModuleSession = z.infer<typeof ModuleSession>;
