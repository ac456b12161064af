import { z } from 'zod';
import { Arguments, Json } from './json.ts';
import { ToolErrorType } from './result.ts';

/**
 * What should come of a sample; each field that is named has to be so, exactly. A sample without an expectation
 * expects success, and an empty one nothing. `checkSample` compares: for `lathe test` and for the page.
 */
export const Expectation = z.object({
  success: z.boolean().optional(),
  /** What the model gets, to the letter. */
  llmContent: z.string().optional(),
  /** What the person gets, to the letter. */
  displayContent: z.string().optional(),
  /** What the code answers with; the order of its keys does not count. */
  value: Json.optional(),
  error: z.object({ type: ToolErrorType }).optional(),
});
export type Expectation = z.infer<typeof Expectation>;

/** A row of samples.json: arguments to try, and what should come of them. */
export const Sample = z.object({
  name: z.string(),
  tool: z.string().optional(),
  arguments: Arguments,
  expect: Expectation.optional(),
});
export type Sample = z.infer<typeof Sample>;
export const Samples = z.array(Sample);
export type Samples = z.infer<typeof Samples>;
