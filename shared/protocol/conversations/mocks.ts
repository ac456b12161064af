import { z } from 'zod';
import { bodyFaults } from '../../schema/checking/body-faults.ts';
import { JsonObject } from '../../tool/json.ts';

/** Whether a value contains a key that has a meaning for all objects, such as `__proto__`. */
function namesPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (!Array.isArray(value) && Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(namesPrototype);
}

/** Checked before parsing: the parser would drop the key, and the rest might match every call. */
const When = z
  .unknown()
  .refine((when) => !namesPrototype(when), {
    error: bodyFaults['body-prototype'],
  })
  .pipe(JsonObject);

/** An answer to a call in place of the tool's. */
export const Mock = z.discriminatedUnion('kind', [
  /** The expected result of a sample; without a name, of the sample with the same arguments. */
  z.object({ kind: z.literal('sample'), sample: z.string().optional() }),
  /** The first rule whose `when` is contained in the arguments; an empty one matches all. */
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
  /** The tool's last result for the same arguments. */
  z.object({ kind: z.literal('last') }),
]);
export type Mock = z.infer<typeof Mock>;
