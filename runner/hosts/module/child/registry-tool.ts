import { definedTool } from '../../../../shared/registry/defined-tool.ts';
import type { AnyToolInfo } from '../../../../shared/registry/tool-define.ts';
import { traitsOf, type Tool } from '../../../../shared/registry/tool.ts';
import { ToolTraits } from '../../../../shared/tool/definition.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import { ToolErrorType, type ToolError } from '../../../../shared/tool/result.ts';
import { Step } from '../../../../shared/tool/step.ts';
import type { Outcome } from '../messages.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { cwdOf, identityOf, type State } from './state.ts';
import { toJson } from './answers.ts';

/** What a model is not told of a tool; of an author's own object only what fits. */
const told = (tool: Tool): ToolTraits => ToolTraits.safeParse(toJson(traitsOf(tool))).data ?? {};

function faultOf({ type, message, details }: ToolError): NonNullable<Outcome['fault']> {
  const known = ToolErrorType.safeParse(type).data ?? 'unknown_error';
  const more = toJson(details);
  return { class: type, message, type: known, ...(more === undefined ? {} : { details: more }) };
}

/** A tool of `createTool`, or one of `Tool.define`, made ready. */
export async function registryTool(state: State, made: Tool | AnyToolInfo): Promise<LoadedTool> {
  const lazy = 'getFunctionDeclaration' in made ? undefined : definedTool(made);
  const tool = lazy ?? (made as Tool);
  lazy?.setContext({ workingDirectory: state.cwd });
  const ready = await lazy?.ready();
  // It is its own failure: the module's other tools work, and its next call tries again.
  const problems =
    ready?.ok === false ? [`It could not be initialized: ${ready.message}`] : tool.problems;
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
      ...told(tool),
      problems: [...(problems ?? [])],
    },
    async run(call) {
      lazy?.setContext({ workingDirectory: cwdOf(state) });
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
        ...(error ? { fault: faultOf(error) } : {}),
      };
    },
  };
}
