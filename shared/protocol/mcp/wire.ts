import { z } from 'zod';
import { Json } from '../../tool/json.ts';

/** One message between Lathe and a server, in order. */
export const WireMessage = z.object({
  /** A number from 1 for each server since the runner started. */
  n: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  direction: z.enum(['sent', 'received']),
  /**
   * `state` is no message but a change of the connection, with the code of the state or fault as `method`.
   */
  kind: z.enum(['request', 'response', 'error', 'notification', 'stderr', 'not-json', 'state']),
  /** The method; of a response, that of its request. */
  method: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  /** Of a response, the milliseconds since its request. */
  ms: z.number().optional(),
  /** The size of the whole message on the wire. */
  bytes: z.int(),
  /** The message with secrets hidden; a string if it is invalid JSON or was cut. */
  message: Json,
  isCut: z.boolean().optional(),
});
export type WireMessage = z.infer<typeof WireMessage>;

/**
 * `GET /api/mcp-servers/:name/wire?after=N`: the newest 1,000 messages, oldest first. With `Accept:
 * text/event-stream`, new ones follow: each `wire` event is one WireMessage.
 */
export const WireLog = z.object({ messages: z.array(WireMessage) });
export type WireLog = z.infer<typeof WireLog>;
