import { definedTool } from '../../../../shared/registry/defined-tool.ts';
import type { AnyToolInfo } from '../../../../shared/registry/tool-define.ts';
import type { Tool } from '../../../../shared/registry/tool.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import type { LoadedTool } from './loaded-tool.ts';
import type { State } from './state.ts';
import { toJson } from './answers.ts';

/** A tool of `createTool`, or one of `Tool.define`, made ready. */
export async function registryTool(state: State, made: Tool | AnyToolInfo): Promise<LoadedTool> {
  const isDefined = !('getFunctionDeclaration' in made);
  const tool = isDefined ? definedTool(made) : made;
  if (isDefined && 'ready' in tool) {
    const ready = await (tool as ReturnType<typeof definedTool>).ready();
    if (!ready.ok)
      throw new Error(`Tool "${tool.name}" could not be initialized: ${ready.message}`);
  }
  const { name, description, parameters } = tool.getFunctionDeclaration();
  return {
    facts: {
      name,
      description,
      parameters: parameters as JsonObject,
      label: tool.displayName,
      kind: tool.kind,
      problems: [...(tool.problems ?? [])],
    },
    async run(call) {
      const result = await tool.execute(call.arguments, {
        sessionId: state.folder,
        callId: call.id,
        messageId: call.id,
        signal: call.signal,
        cwd: state.cwd,
        update: (update) => {
          const details = toJson(update);
          call.update({
            content: [],
            ...(details === undefined ? {} : { details }),
            isError: false,
          });
        },
      });
      const { success, llmContent, displayContent, error, metadata } = result;
      return {
        content: [{ type: 'text', text: llmContent }],
        details: toJson(metadata) ?? {},
        isError: !success,
        display: displayContent,
        ...(error ? { fault: { class: error.type, message: error.message } } : {}),
      };
    },
  };
}
