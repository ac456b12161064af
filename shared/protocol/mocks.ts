import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';
import { JsonObject } from '../tool/json.ts';

/** Whether a name that objects have a meaning of their own for stands anywhere in a value. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(namesPrototype);
}

/** Looked at as it came: what reads it would leave the name out, and the rest might fit every call. */
const When = z
  .unknown()
  .refine((when) => !namesPrototype(when), {
    error: bodyFaults['body-prototype'],
  })
  .pipe(JsonObject);

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
          when: When.default({}),
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
