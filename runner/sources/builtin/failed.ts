import type { ToolErrorType, ToolResult } from '../../../shared/tool/run/result.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { reasonsJson, type Reason } from '../../../shared/tool/problem/reason.ts';
import { chineseCause } from '../../../shared/returns/causes.ts';

/** Returns a failed result with its message for the model, for the person, and as an error. */
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

/**
 * The same for a failure with a cause. The heads precede the cause in their own languages, and the page can
 * translate the cause by its code.
 */
export const failedBy = (
  type: ToolErrorType,
  because: Reason,
  llmHead: string,
  displayHead: string,
): ToolResult =>
  failed(type, because.message, llmHead + because.message, displayHead + chineseCause(because), {
    reasons: reasonsJson([because]),
  });
