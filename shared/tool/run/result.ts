import { z } from 'zod';
import { Json, JsonObject } from '../json.ts';

/** Source: seed 004, section on types. */
export const ToolErrorType = z.enum([
  'validation_error',
  'execution_error',
  'permission_error',
  'timeout_error',
  'unknown_error',
]);
export type ToolErrorType = z.infer<typeof ToolErrorType>;

export const ToolError = z.object({
  type: ToolErrorType,
  message: z.string(),
  details: Json.optional(),
});
export type ToolError = z.infer<typeof ToolError>;

/** The result of a call. It always has both contents, in success and in failure. */
export const ToolResult = z.object({
  success: z.boolean(),
  /** The content for the model. */
  llmContent: z.string(),
  /** The content for the person. */
  displayContent: z.string(),
  error: ToolError.optional(),
  metadata: JsonObject.optional(),
});
export type ToolResult = z.infer<typeof ToolResult>;
