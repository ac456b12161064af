import { z } from 'zod';
import { Json } from '../json.ts';
import { Phrase } from './phrase.ts';
import type { ProblemCode } from './problem-codes.ts';

/** A problem of a whole file, reported at its beginning. */
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

/** Sets a value of a JSON file, or removes it if `value` is absent. The rest of the file keeps its formatting. */
export const JsonChange = z.object({
  file: z.string(),
  path: z.array(z.union([z.string(), z.int()])),
  value: Json.optional(),
});
export type JsonChange = z.infer<typeof JsonChange>;

/** A quick fix: its effect in the imperative, and the text edits or JSON changes that do it. */
export const Fix = z.object({
  title: z.string(),
  edits: z.array(Edit),
  changes: z.array(JsonChange).optional(),
});
export type Fix = z.infer<typeof Fix>;

export const Severity = z.enum(['error', 'warning', 'info']);
export type Severity = z.infer<typeof Severity>;

/**
 * A problem of a file: what is wrong, where, and what to do. `error` means that the tool cannot run. `code`
 * is stable kebab-case; `message` is English with the `values` filled in. The page words the same problem in
 * another language from `code` and `values`.
 */
export const Problem = z.object({
  severity: Severity,
  // A newer runner, or its cache, may send a code that this page does not know: it then shows the message.
  code: z.string() as unknown as z.ZodType<ProblemCode>,
  message: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  /** The value of `{reason}`, if the page words it separately. */
  reason: Phrase.optional(),
  file: z.string(),
  line: z.int().min(1),
  column: z.int().min(1),
  endLine: z.int().min(1).optional(),
  endColumn: z.int().min(1).optional(),
  fix: Fix.optional(),
});
export type Problem = z.infer<typeof Problem>;
