import { z } from 'zod';
import { Json, JsonObject } from './json.ts';
import { Phrase } from './phrase.ts';
import { ToolErrorType } from './result.ts';
import { Reason } from './reason.ts';

/** A piece of the filled program that stands for an argument; offsets in code points, end exclusive. */
export const Span = z.object({ start: z.int(), end: z.int(), parameter: z.string() });
export type Span = z.infer<typeof Span>;

/** The program as it ran, or would have run. */
export const Filled = z.object({ text: z.string(), spans: z.array(Span) });
export type Filled = z.infer<typeof Filled>;

/** An uncaught exception of the author's code, or what kept it from starting. */
export const Fault = z.object({
  /** The exception's class, such as `ValueError`. */
  class: z.string(),
  message: z.string(),
  /** What the tool itself calls it, and what it says beside the message. */
  type: ToolErrorType.optional(),
  details: Json.optional(),
  /** Trimmed to the author's own lines. */
  traceback: z.string().optional(),
  /** The author's line, from 1. */
  line: z.int().optional(),
  /** What kept a template from being filled: stable and kebab-case, for the page's own sentence. */
  code: z.string().optional(),
  /** The parameter that was required and not given. */
  missing: z.string().optional(),
  /** What the schema refuses in the arguments; the program then never started. */
  issues: z
    .array(
      z.object({
        /** Where in the arguments, with dots, such as `items.0`; empty for the whole. */
        path: z.string(),
        keyword: z.string(),
        message: z.string(),
        /** The same for every language; absent from results of older runners. */
        phrase: Phrase.optional(),
        /** The part of the schema that is not met. */
        expected: Json.optional(),
      }),
    )
    .optional(),
});
export type Fault = z.infer<typeof Fault>;

const Streams = {
  stdout: z.string(),
  stderr: z.string(),
  /** Both streams in the order in which they were written. */
  output: z.string(),
  /** Whether a cap cut the output; `droppedBytes` says how much of it. */
  truncated: z.boolean(),
  droppedBytes: z.int().optional(),
  durationMs: z.number(),
  /** The JSON value that the code answered with, on a channel of its own. */
  value: Json.optional(),
  /** The text for the model that the author's own formatter made. */
  formatted: z.string().optional(),
  filled: Filled.optional(),
  /** What isolated this run, such as `["gate", "deno", "bubblewrap"]`. */
  layers: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
  /** What the code says for programs beside its answer, such as `details` and images. */
  facts: JsonObject.optional(),
};

/** Why a call did not run to its end. */
export interface EndingReason {
  reason: string;
  because?: Reason[] | undefined;
}

const Why = {
  reason: z.string(),
  /** What `reason` is made of, where the page words it in the reader's language. */
  because: z.array(Reason).optional(),
};

/** What is done before a program begins, each with a limit that is not the program's. */
export const Preparing = z.enum(['checking', 'judging', 'filling']);
export type Preparing = z.infer<typeof Preparing>;

/** How a job ended, raw. The return rules make a ToolResult of it. */
export const Ending = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('finished'), exitCode: z.int(), ...Streams }),
  z.object({ kind: z.literal('failed'), exitCode: z.int(), fault: Fault.optional(), ...Streams }),
  z.object({
    kind: z.literal('timed-out'),
    /** The limit that was met, in milliseconds: the call's own, or that of what was done before it. */
    afterMs: z.number(),
    /** What was being prepared: the program had not begun, and its own limit was not the one that was met. */
    during: Preparing.optional(),
    line: z.int().optional(),
    ...Streams,
  }),
  z.object({ kind: z.literal('cancelled'), ...Streams }),
  z.object({ kind: z.literal('denied'), ...Why, ...Streams }),
  /** The host is missing or full: what is needed, and how to get it. */
  z.object({ kind: z.literal('unavailable'), ...Why, ...Streams }),
  /** The sandbox or process died of something other than the author's exception. */
  z.object({ kind: z.literal('crashed'), ...Why, ...Streams }),
]);
export type Ending = z.infer<typeof Ending>;

type Cause =
  | { kind: 'failed'; exitCode: number; fault: Fault }
  | { kind: 'finished'; exitCode: 0 }
  | { kind: 'cancelled' }
  | { kind: 'timed-out'; afterMs: number; during: Preparing }
  | { kind: 'denied' | 'unavailable' | 'crashed'; reason: string; because?: Reason[] };

/** The ending of a call whose program never started: nothing was written, no time was spent. */
export function unrun(cause: Cause): Ending {
  return { ...cause, stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
}
