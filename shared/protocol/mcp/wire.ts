import { z } from 'zod';
import { Json } from '../../tool/json.ts';

/** One message between Lathe and a server, in the order in which they went. */
export const WireMessage = z.object({
  /** Counts from 1 for each server since the runner started. */
  n: z.int(),
  /** Milliseconds since 1970. */
  at: z.number(),
  direction: z.enum(['sent', 'received']),
  /** `state` is no message: what became of the connection, with a fault's or a state's code as `method`. */
  kind: z.enum(['request', 'response', 'error', 'notification', 'stderr', 'not-json', 'state']),
  /** Of a response, that of its request. */
  method: z.string().optional(),
  id: z.union([z.string(), z.number()]).optional(),
  /** Of a response: milliseconds since its request. */
  ms: z.number().optional(),
  /** Of the whole message, as it went over the wire. */
  bytes: z.int(),
  /** With secrets hidden. A text, where it is no JSON or was cut. */
  message: Json,
  isCut: z.boolean().optional(),
});
export type WireMessage = z.infer<typeof WireMessage>;

/**
 * `GET /api/mcp-servers/:name/wire?after=N`: the newest 1,000, oldest first. With `Accept: text/event-stream`
 * it goes on: each `wire` event is one WireMessage.
 */
export const WireLog = z.object({ messages: z.array(WireMessage) });
export type WireLog = z.infer<typeof WireLog>;
