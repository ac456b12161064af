import { z } from 'zod';
import { Json, JsonObject } from '../../../shared/tool/json.ts';

/**
 * The body of `POST /api/admin/custom-tools`: the fields of definition.json, further ones kept as they
 * are, and the other three files beside them. Source: seed 001, section 9.2.
 */
export const CustomTool = z
  .object({
    id: z.string(),
    execution_code: z.string().optional(),
    execution: z.object({ code_template: z.string() }).optional(),
    /** An empty object deletes return.json; left out, the file stays as it is. */
    return: JsonObject.optional(),
    return_config: JsonObject.optional(),
    meta: JsonObject.optional(),
    notes: z.string().optional(),
  })
  .catchall(Json);
export type CustomTool = z.infer<typeof CustomTool>;
