import { definedTool } from '../../../../shared/registry/defined-tool.ts';
import type { AnyToolInfo } from '../../../../shared/registry/tool-define.ts';
import { traitsOf } from '../../../../shared/registry/tool.ts';
import type { Tool } from '../../../../shared/registry/tool.ts';
import type { JsonObject } from '../../../../shared/tool/json.ts';
import { Traits } from '../../../../shared/tool/definition.ts';
import { ToolErrorType } from '../../../../shared/tool/result.ts';
import type { ToolResult } from '../../../../shared/tool/result.ts';
import { Step } from '../../../../shared/tool/step.ts';
import type { LoadedTool } from './loaded-tool.ts';
import { cwdOf, identityOf, type State } from './state.ts';
import { toJson } from './answers.ts';

/** A tool that its module made and that is not ready, and why. */
export class NotInitialized extends Error {
  readonly tool: string;
  readonly reason: string;

  constructor(tool: string, reason: string) {
    super(`Tool "${tool}" could not be initialized: ${reason}`);
    this.tool = tool;
    this.reason = reason;
  }
}

/** A tool of `createTool`, or one of `Tool.define`, made ready. */
export async function registryTool(state: State, made: Tool | AnyToolInfo): Promise<LoadedTool> {
  const isDefined = !('getFunctionDeclaration' in made);
  const tool = isDefined ? definedTool(made) : made;
  if (isDefined && 'ready' in tool) {
    const defined = tool as ReturnType<typeof definedTool>;
    defined.setContext(state.init);
    const ready = await defined.ready();
    if (!ready.ok) throw new NotInitialized(tool.name, ready.message);
  }
  const tellStep = (phase: 'start' | 'complete') => (said: unknown) => {
    // What is no step is a tool's own affair, and none of the runner's.
    const step = Step.safeParse(said);
    if (step.success) state.tell({ type: 'step', phase, step: step.data });
  };
  const { extractSignatureContent: sign, abstractPermissionRule: rule } = tool;
  return {
    facts: factsOf(tool, isDefined ? made : undefined),
    permission: async (args) => ({
      ...textOf('signature', sign?.call(tool, args)),
      ...textOf('rule', rule?.call(tool, args)),
    }),
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
        ...(error ? { fault: faultOf(error) } : {}),
      };
    },
  };
}

/** What an author may have left out, or written as something else; a module is any code. */
function factsOf(tool: Tool, info: AnyToolInfo | undefined): LoadedTool['facts'] {
  const { name, description, parameters } = tool.getFunctionDeclaration();
  const { category, version, kind, isReadOnly } = tool;
  const { examples } = tool.description;
  const tags = Array.isArray(tool.tags) ? tool.tags : [];
  const execution = tool.policies?.execution ?? (isReadOnly ? undefined : 'ask-once');
  return {
    name,
    description,
    parameters: parameters as JsonObject,
    label: tool.displayName,
    ...(category === undefined ? {} : { category }),
    ...(tags.length === 0 ? {} : { tags: tags.map(String) }),
    kind,
    ...traitsOf(tool),
    ...(version === undefined ? {} : { version: String(version) }),
    ...(info?.enabled === false ? { enabled: false } : {}),
    ...(examples?.length ? { examples: Examples.parse(toJson(examples)) } : {}),
    ...(tool.extractSignatureContent || tool.abstractPermissionRule
      ? { hasPermissionRule: true }
      : {}),
    policies: { ...tool.policies, ...(execution ? { execution } : {}) },
    problems: [...(tool.problems ?? [])],
  };
}

const Examples = Traits.shape.examples;

const textOf = (name: string, said: unknown) => (typeof said === 'string' ? { [name]: said } : {});

/** The type and the details are the tool's own words. */
function faultOf({ type, message, details }: NonNullable<ToolResult['error']>) {
  const json = toJson(details);
  const known = ToolErrorType.safeParse(type).data;
  return {
    class: String(type),
    message: String(message),
    ...(known ? { type: known } : {}),
    ...(json === undefined ? {} : { details: json }),
  };
}
