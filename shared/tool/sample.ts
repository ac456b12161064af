import { z } from 'zod';
import { Arguments, Json } from './json.ts';
import { ToolErrorType } from './run/result.ts';

/**
 * The expected result of a sample. Every given field must match exactly. A sample without an expectation
 * expects success; an empty expectation accepts anything. `checkSample` compares, for `lathe test` and for
 * the page.
 */
export const Expectation = z.object({
  success: z.boolean().optional(),
  /** The text for the model, exactly. */
  llmContent: z.string().optional(),
  /** The text for the person, exactly. */
  displayContent: z.string().optional(),
  /** The value that the code returns; the order of its keys does not matter. */
  value: Json.optional(),
  error: z.object({ type: ToolErrorType }).optional(),
});
export type Expectation = z.infer<typeof Expectation>;

/** A row of samples.json: arguments and, optionally, the expected result. */
export const Sample = z.object({
  name: z.string(),
  tool: z.string().optional(),
  arguments: Arguments,
  expect: Expectation.optional(),
});
export type Sample = z.infer<typeof Sample>;
export const Samples = z.array(Sample);
export type Samples = z.infer<typeof Samples>;
