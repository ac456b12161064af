import { z } from 'zod';
import { Arguments } from './json.ts';
import { ToolErrorType } from './result.ts';

/** A row of samples.json: arguments to try, and what should come of them. */
export const Sample = z.object({
  name: z.string(),
  tool: z.string().optional(),
  arguments: Arguments,
  expect: z
    .object({
      success: z.boolean().optional(),
      llmContent: z.string().optional(),
      displayContent: z.string().optional(),
      error: z.object({ type: ToolErrorType }).optional(),
    })
    .optional(),
});
export type Sample = z.infer<typeof Sample>;
export const Samples = z.array(Sample);
export type Samples = z.infer<typeof Samples>;
