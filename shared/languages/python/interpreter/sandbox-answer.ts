import { z } from 'zod';
import { Fault, Filled } from '../../../tool/run/ending.ts';
import { Json } from '../../../tool/json.ts';

/** Messages from a sandbox's pipe are untrusted data. */
export const Ready = z.object({ heapBytes: z.number(), startMs: z.number() });

export const Running = z.object({ filled: Filled.optional() });

export const Result = z.object({
  exitCode: z.int().optional(),
  fault: Fault.optional(),
  value: Json.optional(),
  formatted: z.string().optional(),
  filled: Filled.optional(),
  line: z.int().nullish(),
  warnings: z.array(z.string()).optional(),
  /** Why the interpreter cannot continue. */
  crashed: z.string().optional(),
  timedOut: z.boolean(),
  droppedBytes: z.number(),
  durationMs: z.number(),
});
export type Result = z.infer<typeof Result>;

export const Idle = z.object({
  heapBytes: z.number(),
  resetMs: z.number(),
  /** Whether the state equals that before the call, if the caller asked. */
  pristine: z.boolean().optional(),
});
export type Idle = z.infer<typeof Idle>;

export const Dead = z.object({ reason: z.string() });

const Findings = z.array(z.object({ name: z.string(), held: z.boolean(), by: z.string() }));
export const Proof = z.object({
  gate: Findings,
  reset: Findings,
  process: Findings,
  /** Whether the sandbox may serve further calls after its attempts. */
  intact: z.boolean(),
});
export type Proof = z.infer<typeof Proof>;
