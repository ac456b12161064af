import { definedTool } from '../../../../shared/registry/defined-tool.ts';
import type { AnyToolInfo } from '../../../../shared/registry/tool-define.ts';
import type { Tool } from '../../../../shared/registry/tool.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import { Step } from '../../../../shared/tool/step.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { cwdOf, identityOf, type State } from './state.ts';
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
  const tellStep = (phase: 'start' | 'complete') => (said: unknown) => {
    // What is no step is a tool's own affair, and none of the runner's.
    const step = Step.safeParse(said);
    if (step.success) state.tell({ type: 'step', phase, step: step.data });
  };
  return {
    facts: {
      name,
      description,
      parameters: parameters as JsonObject,
      label: tool.displayName,
      ...(tool.category === undefined ? {} : { category: tool.category }),
      ...(tool.tags.length === 0 ? {} : { tags: tool.tags.map(String) }),
      // What reads only is shown in plan mode, whatever its kind is called.
      kind: tool.isReadOnly ? 'readonly' : tool.kind === 'readonly' ? 'execute' : tool.kind,
      problems: [...(tool.problems ?? [])],
    },
    async run(call) {
      const result = await tool.execute(call.arguments, {
        ...identityOf(state, call),
        signal: call.signal,
        cwd: cwdOf(state),
        onStepStart: tellStep('start'),
        onStepComplete: tellStep('complete'),
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
