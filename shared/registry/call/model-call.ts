import { readJson } from '../../tool/exact-number.ts';
import type { ModelCall } from '../../protocol/runs.ts';
import { Arguments, type JsonObject } from '../../tool/json.ts';
import type { ToolResult } from '../../tool/run/result.ts';

/** The result of a call for an agent's loop. Source: seed 004, `executeToolCall`. */
export interface CallResult {
  success: boolean;
  displayContent: string;
  llmContent: string;
  /** The error's message. */
  error?: string | undefined;
  metadata?: JsonObject | undefined;
}

/**
 * Parses the arguments of a model's call, or makes the result that says why they are invalid. Other programs
 * rely on these texts.
 */
export function readModelCall({
  arguments: text,
}: ModelCall): { ok: true; arguments: Arguments } | { ok: false; result: ToolResult } {
  try {
    const parsed = Arguments.safeParse(readJson(text));
    if (parsed.success) return { ok: true, arguments: parsed.data };
  } catch {
    // Reported below, like JSON that is not an object.
  }
  return {
    ok: false,
    result: {
      success: false,
      llmContent: 'Error: Failed to parse tool arguments as JSON.',
      displayContent: '❌ 无效的工具参数',
      error: {
        type: 'validation_error',
        message: `Invalid tool arguments: ${text.slice(0, 1000)}`,
      },
    },
  };
}

/** The result of a call of a tool that was not offered. Other programs rely on these texts. */
export const unknownTool = (name: string): ToolResult => ({
  success: false,
  llmContent: `Error: Tool '${name}' not found.`,
  displayContent: `❌ 未知工具: ${name}`,
  error: { type: 'validation_error', message: `Unknown tool: ${name}` },
});

export const callResult = ({ error, ...result }: ToolResult): CallResult => ({
  ...result,
  error: error?.message,
});
