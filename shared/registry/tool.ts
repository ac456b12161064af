import type { CallContext } from '../tool/call-context.ts';
import type { Definition, Policies, ToolExample, ToolKind, Traits } from '../tool/definition.ts';
import type { Ending } from '../tool/ending.ts';
import type { ExecRequest, Progress, Services, UiQuestion } from '../tool/host.ts';
import type { Arguments, Json, JsonObject, JsonSchema } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { ServerQuestion } from '../tool/server-question.ts';
import type { Step } from '../tool/step.ts';
import type { Judgement } from './judgement.ts';
import type { Permission } from './permission.ts';

/** What a tool is for, from one line to its warnings. Source: seed 004, section on types. */
export interface ToolDescription {
  short: string;
  long?: string;
  usageNotes?: string[];
  examples?: ToolExample[] | undefined;
  important?: string[];
}

/** What a running tool gets. `signal` ends the call, which then answers instead of rejecting. */
export interface ExecutionContext extends CallContext {
  signal?: AbortSignal;
  /** Hears how far the call is, while it runs. */
  update?: (update: JsonObject) => void;
  /** Hears what a program prints that the call runs. */
  output?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Hear of the steps that the tool takes itself, such as those of an agent. */
  onStepStart?: (step: Step) => void;
  onStepComplete?: (step: Step) => void;
}

/** What a model is told of a tool. */
export interface FunctionDeclaration {
  name: string;
  description: string;
  parameters: { type: 'object'; properties: JsonObject; required?: string[] };
}

/** A call that was asked for and has not run. */
export interface ToolInvocation<Params = unknown> {
  toolName: string;
  params: Params;
  callId?: string;
}

/** How a call ended, and what the model and the person get of it. */
export interface Done {
  result: ToolResult;
  ending: Ending;
  /** What it ran with, where the person changed that in its approval. */
  arguments?: Arguments;
}

/** What a call is performed with. */
export interface Doing {
  signal: AbortSignal;
  tell(progress: Progress): void;
  onStepStart?: ExecutionContext['onStepStart'];
  onStepComplete?: ExecutionContext['onStepComplete'];
  /** Runs a program for the tool: judged, asked for and boxed like every command. */
  exec(request: ExecRequest, signal: AbortSignal): ReturnType<Services['exec']>;
  /** On whose behalf the call is made, where callers take turns. */
  asker?: Services['asker'];
  /** Puts a question of the tool's own to the person; absent where nobody can answer. */
  ui?:
    | ((question: UiQuestion | ServerQuestion, signal: AbortSignal) => Promise<Json | undefined>)
    | undefined;
}

/** A call that was looked at and has not begun. */
export type Plan =
  /** It cannot run: the arguments are wrong, a host is missing, or nobody may allow it. */
  | { kind: 'ended'; result: ToolResult; ending?: Ending }
  | {
      kind: 'ready';
      /** What the tool's own code says of the call, where asking it takes a while. */
      permission?: Permission | undefined;
      /** What the call would do; without it the policies alone decide whether it is asked for. */
      judgement?: Judgement;
      /** Makes the exact final text that the person is shown; the arguments without it. */
      text?(): Promise<{ text: string } | { ending: Ending }>;
      /** Works on what was judged. Never rejects; `ending` is there where a program ran. */
      perform(doing: Doing): Promise<{ result: ToolResult; ending?: Ending }>;
    };

/** How a template is filled, for tools that have one. */
export interface PlanOptions extends CallContext {
  signal: AbortSignal;
  /** Fill the template as `str.format` does, whatever the tool chose. */
  raw?: boolean;
  /** Answer with the filled program (`ending.filled`) and run nothing. */
  fillOnly?: boolean;
}

/**
 * What the registry holds: built-in, authored, found and MCP tools alike. What differs between them is a
 * member here, so that the pipeline (`invoke`) never asks where a tool comes from.
 * `execute` takes what a model sent, checks it, and never rejects.
 */
export interface Tool<Params = unknown> {
  readonly name: string;
  readonly displayName: string;
  readonly kind: ToolKind;
  readonly isReadOnly: boolean;
  /** Whether calls may overlap with calls of tools that say the same. */
  readonly isConcurrencySafe: boolean;
  readonly strict: boolean;
  readonly description: ToolDescription;
  readonly version: string;
  /** Stands for what this tool does, where its unit's hash says that of too many: an approval is for one hash. */
  readonly hash?: string | undefined;
  readonly category?: string | undefined;
  readonly tags: string[];
  /** A picture of its own, small, as a `data:` address that contains it; `icon` of a definition names one of Lathe's. */
  readonly picture?: string | undefined;
  /** What its answer is, as far as a program may rely on it. */
  readonly outputSchema?: JsonSchema | undefined;
  /** What its author should mend, such as a schema that tells a model nothing. */
  readonly problems?: readonly string[];
  /** Whether its author words what is wrong with arguments. */
  readonly wordsRefusals?: boolean;
  /** What its author says about asking; where nothing is said, all but what only reads is asked for. */
  readonly policies?: Policies;
  /** What its author wrote, where that says more than the declaration. */
  readonly definition?: Definition;
  /** The id of the language that its code is in, where it has code of an author's. */
  readonly language?: string;
  getFunctionDeclaration(): FunctionDeclaration;
  build(params: Params): ToolInvocation<Params>;
  execute(params: Params, context?: ExecutionContext): Promise<ToolResult>;
  /** Looks at a call before anything runs; without it the arguments go to `execute` as they are. */
  plan?(params: unknown, options: PlanOptions): Promise<Plan>;
  /** Words an ending of its calls; in the words of every tool without it. */
  shape?(ending: Ending): ToolResult;
  /** The part of a call that a permission rule matches, such as the command. */
  extractSignatureContent?: (params: unknown) => string;
  /** The rule that covers calls like this one, such as `Edit:/src/*`. */
  abstractPermissionRule?: (params: unknown) => string;
}

/** What a running tool gets of a call that was planned. */
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

/** What a tool says of itself that is not what every tool of its kind is. */
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

/** A tool in the form that lists, provider views and exports take. */
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
