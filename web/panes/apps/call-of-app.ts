import { RemoteResult } from '../../../shared/protocol/mcp/content.ts';
import type { ServerTool } from '../../../shared/protocol/mcp/tools.ts';
import { blocksOf } from '../../../shared/tool/run/content-block.ts';
import { JsonObject } from '../../../shared/tool/json.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { runsApi } from '../../api/runs-api.ts';
import type { CallResult } from './app-bridge.ts';

/** A result as the server sent it. */
export function sentBack({ llmContent, success, metadata }: ToolResult): CallResult {
  const content = blocksOf(metadata) ?? [{ type: 'text' as const, text: llmContent }];
  const structuredContent = metadata?.structuredContent;
  const meta = RemoteResult.safeParse(metadata?.mcp).data?.meta;
  return {
    content: content.map((block) => JsonObject.parse(block)),
    isError: !success,
    ...(structuredContent === undefined ? {} : { structuredContent }),
    ...(meta === undefined ? {} : { _meta: meta }),
  };
}

/**
 * Runs a tool that an interface asks for: with approval, and in the history, like every call. `signal` is aborted when
 * the interface is gone, which ends the call and takes its question back: nobody would get the answer.
 */
export async function callOfApp(
  server: { id: string; tools: readonly ServerTool[] },
  name: string,
  args: JsonObject,
  signal: AbortSignal,
): Promise<CallResult | string> {
  const tool = server.tools.find((one) => one.name === name);
  if (!tool) return `The server has no tool "${name}"`;
  if (tool.visibility?.includes('app') === false) return `"${name}" is for models alone`;
  const request = { toolId: server.id, tool: tool.callName, arguments: args };
  let runId: string | undefined;
  const end = () => runId !== undefined && void runsApi.cancel(runId);
  signal.addEventListener('abort', end, { once: true });
  try {
    // It is read on, as the runner may have begun a call whose number is not here yet.
    for await (const event of runsApi.start(request, new AbortController().signal)) {
      if (event.type === 'started') runId = event.runId;
      if (event.type === 'started' && signal.aborted) end();
      if (event.type === 'ended') return sentBack(event.result);
      if (event.type === 'refused') return event.error.message;
    }
  } catch {
    // The connection is gone.
  } finally {
    signal.removeEventListener('abort', end);
  }
  return 'The call was broken off';
}
