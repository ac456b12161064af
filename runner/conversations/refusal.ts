import type { ToolResult } from '../../shared/tool/run/result.ts';

/** Returns the result of a call that was not performed. */
export const refusal = (message: string): ToolResult => ({
  success: false,
  llmContent: `Error: ${message}`,
  displayContent: `❌ ${message}`,
  error: { type: 'permission_error', message },
});
