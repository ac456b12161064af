import type { ToolErrorType, ToolResult } from '../../../shared/tool/result.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';

/** A result that says what went wrong: to the model, to the person, and as an error. */
export const failed = (
  type: ToolErrorType,
  message: string,
  llmContent: string,
  displayContent: string,
  metadata?: JsonObject,
): ToolResult => ({
  success: false,
  llmContent,
  displayContent,
  error: { type, message },
  ...(metadata === undefined ? {} : { metadata }),
});
