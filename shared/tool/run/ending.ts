import { z } from 'zod';
import { Json, JsonObject } from '../json.ts';
import { Phrase } from '../problem/phrase.ts';
import { ToolErrorType } from './result.ts';
import { Reason } from '../problem/reason.ts';

/** A part of the filled program that comes from an argument. Offsets in code points, end exclusive. */
export const Span = z.object({ start: z.int(), end: z.int(), parameter: z.string() });
export type Span = z.infer<typeof Span>;

/** The filled program. */
export const Filled = z.object({ text: z.string(), spans: z.array(Span) });
export type Filled = z.infer<typeof Filled>;

/** An uncaught exception of the author's code, or the error that kept it from starting. */
export const Fault = z.object({
  /** The exception's class, such as `ValueError`. */
  class: z.string(),
  message: z.string(),
  /** The tool's own error type and details. */
  type: ToolErrorType.optional(),
  details: Json.optional(),
  /** The traceback, cut to the author's own lines. */
  traceback: z.string().optional(),
  /** The author's line, from 1. */
  line: z.int().optional(),
  /**
   * Why the template could not be filled: a stable kebab-case code, from which the page makes its own
   * sentence.
   */
  code: z.string().optional(),
  /** The required parameter without an argument. */
  missing: z.string().optional(),
  /** The arguments that violate the schema. The program never started. */
  issues: z
    .array(
      z.object({
        /** The path in the arguments, with dots, such as `items.0`; empty for the whole. */
        path: z.string(),
        keyword: z.string(),
        message: z.string(),
        /** The message as a phrase, the same for every language. Results of older runners lack it. */
        phrase: Phrase.optional(),
        /** The part of the schema that was violated. */
        expected: Json.optional(),
      }),
    )
    .optional(),
});
export type Fault = z.infer<typeof Fault>;

const Streams = {
  stdout: z.string(),
  stderr: z.string(),
  /** Stdout and stderr in the order in which they were written. */
  output: z.string(),
  /** Whether the output was cut; `droppedBytes` says by how much. */
  truncated: z.boolean(),
  droppedBytes: z.int().optional(),
  durationMs: z.number(),
  /** The JSON value that the code returned, on its own channel. */
  value: Json.optional(),
  /** The text for the model from the author's own formatter. */
  formatted: z.string().optional(),
  filled: Filled.optional(),
  /** The layers that isolated this run, such as `["gate", "deno", "bubblewrap"]`. */
  layers: z.array(z.string()).optional(),
  warnings: z.array(z.string()).optional(),
  /** Further facts that the code returns for programs, such as `details` and images. */
  facts: JsonObject.optional(),
};

/** Why a call did not run to its end. */
export interface EndingReason {
  reason: string;
  because?: Reason[] | undefined;
}

const Why = {
  reason: z.string(),
  /** The parts of `reason`, for a page that words them in the reader's language. */
  because: z.array(Reason).optional(),
};

/** The steps before a program starts. Each has its own limit. */
export const Preparing = z.enum(['checking', 'judging', 'filling']);
export type Preparing = z.infer<typeof Preparing>;

/** The raw outcome of a job. The return rules turn it into a ToolResult. */
export const Ending = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('finished'), exitCode: z.int(), ...Streams }),
  z.object({ kind: z.literal('failed'), exitCode: z.int(), fault: Fault.optional(), ...Streams }),
  z.object({
    kind: z.literal('timed-out'),
    /** The limit that was exceeded, in milliseconds: that of the call or of the step in `during`. */
    afterMs: z.number(),
    /** The step before the program that exceeded its limit. The program had not started. */
    during: Preparing.optional(),
    line: z.int().optional(),
    ...Streams,
  }),
  z.object({ kind: z.literal('cancelled'), ...Streams }),
  z.object({ kind: z.literal('denied'), ...Why, ...Streams }),
  /** The host is missing or full; `reason` says what is needed and how to get it. */
  z.object({ kind: z.literal('unavailable'), ...Why, ...Streams }),
  /** The sandbox or process died for another reason than the author's exception. */
  z.object({ kind: z.literal('crashed'), ...Why, ...Streams }),
]);
export type Ending = z.infer<typeof Ending>;

type Cause =
  | { kind: 'failed'; exitCode: number; fault: Fault }
  | { kind: 'finished'; exitCode: 0 }
  | { kind: 'cancelled' }
  | { kind: 'timed-out'; afterMs: number; during: Preparing }
  | { kind: 'denied' | 'unavailable' | 'crashed'; reason: string; because?: Reason[] };

/** The ending of a call whose program never started: no output, no time. */
export function unrun(cause: Cause): Ending {
  return { ...cause, stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
}
