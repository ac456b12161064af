import { z } from 'zod';
import { Json } from './json.ts';
import { Phrase } from './phrase.ts';
import type { ProblemCode } from './problem-codes.ts';

/** A problem of a whole file, told at the file's beginning. */
export const fileProblem = (
  severity: Severity,
  code: ProblemCode,
  file: string,
  message: string,
  values: Problem['values'] = { file },
): Problem => ({ severity, code, message, values, file, line: 1, column: 1 });

/** A replacement in one file. Lines and columns count from 1, columns in code points; the end is exclusive. */
export const Edit = z.object({
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1),
  endColumn: z.int().min(1),
  text: z.string(),
});
export type Edit = z.infer<typeof Edit>;

/** A value of a JSON file that is set, or removed where none is given; the rest stays as it is written. */
export const JsonChange = z.object({
  file: z.string(),
  path: z.array(z.union([z.string(), z.int()])),
  value: Json.optional(),
});
export type JsonChange = z.infer<typeof JsonChange>;

/** A quick fix: what it does, in the imperative, and the edits of text or the changes of JSON that do it. */
export const Fix = z.object({
  title: z.string(),
  edits: z.array(Edit),
  changes: z.array(JsonChange).optional(),
});
export type Fix = z.infer<typeof Fix>;

export const Severity = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

/**
 * What is wrong with a file, where, and what to do. `error` means that the tool cannot run.
 * `code` is stable and kebab-case; `message` is English with the `values` filled in, so that the
 * page can word the same problem in another language from `code` and `values`.
 */
export const Problem = z.object({
  severity: Severity,
  // A newer runner, or a cache of one, may send a code that this page does not word: it shows the message.
  code: z.string() as unknown as z.ZodType<ProblemCode>,
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** What stands at `{reason}`, where that is worded by itself. */
  reason: Phrase.optional(),
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1).optional(),
  endColumn: z.int().min(1).optional(),
  fix: Fix.optional(),
});
export type Problem = z.infer<typeof Problem>;
