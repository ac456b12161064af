import { definedTool } from '../../../../shared/registry/define/defined-tool.ts';
import type { AnyToolInfo } from '../../../../shared/registry/define/tool-define.ts';
import { traitsOf } from '../../../../shared/registry/tool.ts';
import type { Tool } from '../../../../shared/registry/tool.ts';
import type { Json, JsonObject } from '../../../../shared/tool/json.ts';
import { Traits } from '../../../../shared/tool/definition.ts';
import { ToolErrorType } from '../../../../shared/tool/run/result.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { Step } from '../../../../shared/tool/run/step.ts';
import type { LoadedTool } from './loaded-tool.ts';
import type { ModuleProblem, Outcome } from '../messages.ts';
import { cwdOf, identityOf, type State } from './state.ts';
import { toJson } from './answers.ts';

/** Converts a tool of `createTool` or `Tool.define` and prepares it. */
export async function registryTool(state: State, made: Tool | AnyToolInfo): Promise<LoadedTool> {
  const defined = 'getFunctionDeclaration' in made ? undefined : definedTool(made);
  const tool = defined ?? (made as Tool);
  defined?.setContext({ ...state.init, workingDirectory: state.cwd });
  const ready = await defined?.ready();
  for (const part of defined?.uses ?? []) state.uses.add(part);
  // A failure affects only this tool, and its next call tries again.
  const problems = ready?.ok === false ? [unready(tool.name, ready.message)] : tool.problems;
  const tellStep = (phase: 'start' | 'complete') => (said: unknown) => {
    // Anything that is not a step concerns only the tool.
    const step = Step.safeParse(said);
    if (step.success) state.tell({ type: 'step', phase, step: step.data });
  };
  const { extractSignatureContent: sign, abstractPermissionRule: rule } = tool;
  return {
    facts: { ...factsOf(tool, defined?.info), problems: [...(problems ?? [])] },
    async permission(args) {
      // With wrong arguments, the tool's own code is not asked about a signature.
      const refusal = tool.wordsRefusals ? await refusalOf(tool, args) : {};
      if ('refusal' in refusal) return refusal;
      return {
        ...textOf('signature', sign?.call(tool, args)),
        ...textOf('rule', rule?.call(tool, args)),
      };
    },
    async run(call) {
      defined?.setContext({ ...state.init, workingDirectory: cwdOf(state) });
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
        ...(tool.outputSchema && success ? answered(result) : {}),
        ...(error ? { fault: faultOf(error) } : {}),
      };
    },
  };
}

/** Returns the message of the author's own check for arguments that it refuses. */
async function refusalOf(tool: Tool, args: Record<string, unknown>) {
  const plan = await tool.plan?.(args, { signal: AbortSignal.abort() });
  return plan?.kind === 'ended' ? textOf('refusal', plan.result.error?.message) : {};
}

/** Returns the declared result as a value: the field with this name, or the text as JSON. */
function answered({ metadata, llmContent }: ToolResult): Pick<Outcome, 'facts'> {
  const structuredContent = toJson(metadata?.structuredContent) ?? parsed(llmContent);
  return structuredContent === undefined ? {} : { facts: { structuredContent } };
}

function parsed(text: string): Json | undefined {
  try {
    return toJson(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const unready = (name: string, reason: string): ModuleProblem => ({
  code: 'module-tool-unready',
  message: `Tool "${name}" could not be initialized: ${reason}`,
  values: { name, reason },
});

/** Fills in missing and invalid fields, because a module may contain any code. */
function factsOf(tool: Tool, info?: AnyToolInfo): Omit<LoadedTool['facts'], 'problems'> {
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
    ...(version === undefined || version === '1.0.0' ? {} : { version: String(version) }),
    ...(info?.enabled === false ? { enabled: false } : {}),
    ...(examples?.length ? { examples: Examples.parse(toJson(examples)) } : {}),
    ...(tool.extractSignatureContent || tool.abstractPermissionRule
      ? { hasPermissionRule: true }
      : {}),
    policies: { ...tool.policies, ...(execution ? { execution } : {}) },
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
