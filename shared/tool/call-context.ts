import { z } from 'zod';

/** What a caller says about a call, beside its arguments; the same over HTTP, MCP and the command line. */
export const CallContext = z.object({
  sessionId: z.string().max(200).optional(),
  messageId: z.string().max(200).optional(),
  /** Which call of the message this is. */
  callId: z.string().max(200).optional(),
  /** An absolute path: where the call works, and where its relative paths begin. */
  cwd: z.string().max(4096).regex(/^\//, '"cwd" must be an absolute path').optional(),
  /** In plan mode only read-only tools run. */
  mode: z.enum(['plan']).optional(),
  /** The turn of the conversation that the call belongs to, from 0. */
  turnIndex: z.int().nonnegative().optional(),
});
export type CallContext = z.infer<typeof CallContext>;
