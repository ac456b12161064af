import type { ToolResult } from '../../shared/tool/run/result.ts';

/** What a model is told of a call that was never performed. */
export const refusal = (message: string): ToolResult => ({
  success: false,
  llmContent: `Error: ${message}`,
  displayContent: `❌ ${message}`,
  error: { type: 'permission_error', message },
});
