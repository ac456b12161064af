import type { ToolErrorType, ToolResult } from '../../../shared/tool/run/result.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { reasonsJson, type Reason } from '../../../shared/tool/problem/reason.ts';
import { chineseCause } from '../../../shared/returns/causes.ts';

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

/**
 * The same for what has a cause: each head goes before the cause in its own language, and the page words the
 * cause by its code for a reader of another one.
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
