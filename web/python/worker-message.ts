import { z } from 'zod';
import { Result, Running } from '../../shared/languages/python/interpreter/sandbox-answer.ts';

/** From the worker: how it stands, and what a call does. Parsed, because Python is beside it. */
export const WorkerMessage = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('dead'), reason: z.string() }),
  z.object({
    kind: z.literal('output'),
    stream: z.enum(['stdout', 'stderr']),
    bytes: z.instanceof(Uint8Array),
  }),
  z.object({ kind: z.literal('running'), body: Running }),
  z.object({ kind: z.literal('result'), body: Result }),
  /** The state is as it was before the call. */
  z.object({ kind: z.literal('idle') }),
]);
export type WorkerMessage = z.infer<typeof WorkerMessage>;
