import { z } from 'zod';

/** return.json of a three-layer tool: how an ending becomes a result. Unknown fields are kept. */
export const ReturnRules = z.looseObject({
  /** Keep the first N code points of the output; a positive integer, anything else is ignored. */
  truncate: z.unknown().optional(),
  /** The message's text over `{output}`, `{stderr}`, `{return_code}` and `{tool_id}`. */
  template: z.unknown().optional(),
});
export type ReturnRules = z.infer<typeof ReturnRules>;
