import { z } from 'zod';
import { JsonObject } from '../tool/json.ts';

/** What answers a call in the tool's place. */
export const Mock = z.discriminatedUnion('kind', [
  /** What a sample of the tool expects; the one of the same arguments where no name is given. */
  z.object({ kind: z.literal('sample'), sample: z.string().optional() }),
  /** The first rule whose `when` stands in the arguments; an empty one fits all. */
  z.object({
    kind: z.literal('rule'),
    rules: z
      .array(
        z.object({
          when: JsonObject.default({}),
          llmContent: z.string(),
          displayContent: z.string().optional(),
          success: z.boolean().default(true),
        }),
      )
      .max(200),
  }),
  /** What the tool answered the last time it was called with these arguments. */
  z.object({ kind: z.literal('last') }),
]);
export type Mock = z.infer<typeof Mock>;
