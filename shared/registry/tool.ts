import type { CallContext } from '../tool/run/call-context.ts';
import type { Definition, Policies, ToolExample, ToolKind, Traits } from '../tool/definition.ts';
import type { Ending } from '../tool/run/ending.ts';
import type { ExecRequest, Progress, Services, UiQuestion } from '../tool/run/host.ts';
import type { Arguments, Json, JsonObject, JsonSchema } from '../tool/json.ts';
import type { ToolResult } from '../tool/run/result.ts';
import type { ServerQuestion } from '../tool/run/server-question.ts';
import type { Step } from '../tool/run/step.ts';
import type { Judgement } from './approval/judgement.ts';
import type { Permission } from './approval/permission.ts';

/** The description of a tool, from one line to its warnings. Source: seed 004, section on types. */
export interface ToolDescription {
  short: string;
  long?: string;
  usageNotes?: string[];
  examples?: ToolExample[] | undefined;
  important?: string[];
}

/** The context of a running tool. After `signal` is aborted, the call answers instead of rejecting. */
export interface ExecutionContext extends CallContext {
  signal?: AbortSignal;
  /** Called with the progress of the call. */
  update?: (update: JsonObject) => void;
  /** Called with the output of a program that the call runs. */
  output?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Called for the tool's own steps, such as those of an agent. */
  onStepStart?: (step: Step) => void;
  onStepComplete?: (step: Step) => void;
}

/** The declaration of a tool for a model. */
export interface FunctionDeclaration {
  name: string;
  description: string;
  parameters: { type: 'object'; properties: JsonObject; required?: string[] };
}

/** A call that has not run yet. */
export interface ToolInvocation<Params = unknown> {
  toolName: string;
  params: Params;
  callId?: string;
}

/** The Ending of a call, and its result for the model and the person. */
export interface Done {
  result: ToolResult;
  ending: Ending;
  /** The arguments that it ran with, if the person changed them in the approval. */
  arguments?: Arguments;
}

/** The services for a running call. */
export interface Doing {
  signal: AbortSignal;
  tell(progress: Progress): void;
  onStepStart?: ExecutionContext['onStepStart'];
  onStepComplete?: ExecutionContext['onStepComplete'];
  /** Runs a program for the tool. Lathe judges it, asks for approval and sandboxes it like every command. */
  exec(request: ExecRequest, signal: AbortSignal): ReturnType<Services['exec']>;
  /** The caller, for queues in which callers take turns. */
  asker?: Services['asker'];
  /** Asks the person a question of the tool itself; absent if nobody can answer. */
  ui?:
    | ((question: UiQuestion | ServerQuestion, signal: AbortSignal) => Promise<Json | undefined>)
    | undefined;
}

/** A call that was checked and has not started. */
export type Plan =
  /** The call cannot run: the arguments are invalid, a host is missing, or nobody may allow it. */
  | { kind: 'ended'; result: ToolResult; ending?: Ending }
  | {
      kind: 'ready';
      /** The statements of the tool's code about the call, if asking that code takes a while. */
      permission?: Permission | undefined;
      /** The judgement of the call; without it only the policies decide about approval. */
      judgement?: Judgement;
      /** Makes the exact final text for the approval; without it the approval shows the arguments. */
      text?(): Promise<{ text: string } | { ending: Ending }>;
      /** Runs exactly what was judged. Never rejects; `ending` is present if a program ran. */
      perform(doing: Doing): Promise<{ result: ToolResult; ending?: Ending }>;
    };

/** The options for filling a template, for tools that have one. */
export interface PlanOptions extends CallContext {
  signal: AbortSignal;
  /** Fill the template like `str.format`, whatever the tool says. */
  raw?: boolean;
  /** Return the filled program (`ending.filled`) and run nothing. */
  fillOnly?: boolean;
}

/**
 * A tool of the registry, whatever its origin: built-in, authored, external or MCP. Whatever differs between
 * origins is a member here, so the pipeline (`invoke`) never asks where a tool comes from. `execute` checks
 * the input of a model and never rejects.
 */
export interface Tool<Params = unknown> {
  readonly name: string;
  readonly displayName: string;
  readonly kind: ToolKind;
  readonly isReadOnly: boolean;
  /** False: calls never overlap with calls of other tools that also say false. */
  readonly isConcurrencySafe: boolean;
  readonly strict: boolean;
  readonly description: ToolDescription;
  readonly version: string;
  /** A hash of what this tool does, if the hash of its unit covers too many tools. An approval covers one hash. */
  readonly hash?: string | undefined;
  readonly category?: string | undefined;
  readonly tags: string[];
  /** A small icon as a `data:` address; `icon` of a definition names one of Lathe's. */
  readonly picture?: string | undefined;
  /** The schema of the answer that programs may rely on. */
  readonly outputSchema?: JsonSchema | undefined;
  /** Problems for its author to fix, such as a schema that tells a model nothing. */
  readonly problems?: readonly string[];
  /** Whether its code words errors in arguments itself. */
  readonly wordsRefusals?: boolean;
  /** The author's policies. Without them, read-only tools run and all others need approval. */
  readonly policies?: Policies;
  /** The author's definition, if it says more than the declaration. */
  readonly definition?: Definition;
  /** The id of the language of its code, if an author wrote it. */
  readonly language?: string;
  getFunctionDeclaration(): FunctionDeclaration;
  build(params: Params): ToolInvocation<Params>;
  execute(params: Params, context?: ExecutionContext): Promise<ToolResult>;
  /** Checks a call before anything runs; without it the arguments go to `execute` as they are. */
  plan?(params: unknown, options: PlanOptions): Promise<Plan>;
  /** Words an Ending of its calls; without it the default texts apply. */
  shape?(ending: Ending): ToolResult;
  /** The part of a call that a permission rule matches, such as the command. */
  extractSignatureContent?: (params: unknown) => string;
  /** The rule that covers calls like this one, such as `Edit:/src/*`. */
  abstractPermissionRule?: (params: unknown) => string;
}

/** The context of a planned call, for the running tool. */
export function executionContext(
  { raw: _, fillOnly: __, ...context }: PlanOptions,
  { tell, signal, onStepStart, onStepComplete }: Doing,
): ExecutionContext {
  return {
    ...{ ...context, signal, onStepStart, onStepComplete },
    update: (update) => tell({ type: 'update', update }),
    output: (stream, text) => tell({ type: 'output', stream, text }),
  };
}

/** The properties that differ from the defaults of the tool's kind. */
export const traitsOf = ({
  kind,
  isReadOnly,
  isConcurrencySafe,
  strict,
  outputSchema,
  wordsRefusals,
}: Tool): Traits => ({
  ...(isReadOnly === (kind === 'readonly') ? {} : { isReadOnly }),
  ...(isConcurrencySafe ? {} : { isConcurrencySafe }),
  ...(strict ? { strict } : {}),
  ...(outputSchema === undefined ? {} : { outputSchema }),
  ...(wordsRefusals ? { wordsRefusals } : {}),
});

/** The tool as a Definition, for lists, provider views and exports. */
export function definitionOf(tool: Tool): Definition {
  if (tool.definition) return tool.definition;
  const { kind, category, tags, displayName, name, version } = tool;
  const declared = tool.getFunctionDeclaration();
  return {
    ...declared,
    parameters: { ...declared.parameters },
    kind,
    ...(displayName === name ? {} : { displayName }),
    ...(category === undefined ? {} : { category }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(version === '1.0.0' ? {} : { version }),
    ...traitsOf(tool),
  };
}
