import type { JsonObject } from '../tool/json.ts';
import type { Registry } from './registry.ts';
import type { Schedule } from './schedule.ts';
import type { ExecutionContext } from './tool.ts';

/** A call as a model's answer carries it: the arguments are still JSON text. */
export interface ToolCall {
  name: string;
  arguments: string;
}

/** What an agent's loop keeps of a call. */
export interface CallResult {
  success: boolean;
  displayContent: string;
  llmContent: string;
  error?: string;
  metadata?: JsonObject;
}

/** Runs one call of a model. Source: seed 004, `executeToolCall`; the texts are interface. */
export async function call(
  registry: Registry,
  schedule: Schedule,
  asked: ToolCall,
  context: ExecutionContext,
): Promise<CallResult> {
  let params: unknown;
  try {
    params = JSON.parse(asked.arguments);
  } catch {
    return {
      success: false,
      error: `Invalid tool arguments: ${asked.arguments}`,
      displayContent: '❌ 无效的工具参数',
      llmContent: 'Error: Failed to parse tool arguments as JSON.',
    };
  }
  const tool = registry.get(asked.name);
  if (tool === undefined) {
    return {
      success: false,
      error: `Unknown tool: ${asked.name}`,
      displayContent: `❌ 未知工具: ${asked.name}`,
      llmContent: `Error: Tool '${asked.name}' not found.`,
    };
  }
  const result = await schedule.run(tool, () => tool.execute(params, context));
  return {
    success: result.success,
    displayContent: result.displayContent,
    llmContent: result.llmContent,
    ...(result.error === undefined ? {} : { error: result.error.message }),
    ...(result.metadata === undefined ? {} : { metadata: result.metadata }),
  };
}
