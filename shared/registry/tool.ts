import type { Policies, ToolKind } from '../tool/definition.ts';
import type { Ending } from '../tool/ending.ts';
import type { JsonObject } from '../tool/json.ts';
import type { ToolResult } from '../tool/result.ts';
import type { ToolJudgement } from './tool-judgement.ts';

/** A call that shows how the tool is meant; its parameters can be run as a sample. */
export interface ToolExample {
  description: string;
  params: Record<string, unknown>;
}

/** What a tool is for, from one line to its warnings. Source: seed 004, section on types. */
export interface ToolDescription {
  short: string;
  long?: string;
  usageNotes?: string[];
  examples?: ToolExample[];
  important?: string[];
}

/** `cwd` is an absolute path; `signal` ends the call, which then answers instead of rejecting. */
export interface ExecutionContext {
  sessionId?: string;
  signal?: AbortSignal;
  cwd?: string;
  messageId?: string;
  /** Which call of the message this is. */
  callId?: string;
  /** Hears how far the call is, while it runs. */
  update?: (update: JsonObject) => void;
  /** Hears what a program prints that the call runs. */
  output?: (stream: 'stdout' | 'stderr', text: string) => void;
  /** Hears how that program ended. */
  ended?: (ending: Ending) => void;
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

/**
 * What the registry holds: built-in, authored and MCP tools alike.
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
  readonly category?: string;
  readonly tags: string[];
  /** What its author should mend, such as a schema that tells a model nothing. */
  readonly problems?: readonly string[];
  /** What its author says about asking; where nothing is said, all but what only reads is asked for. */
  readonly policies?: Policies;
  getFunctionDeclaration(): FunctionDeclaration;
  build(params: Params): ToolInvocation<Params>;
  execute(params: Params, context?: ExecutionContext): Promise<ToolResult>;
  /** What is wrong with the arguments, found without running; undefined when nothing is. */
  validate?(params: unknown): Promise<ToolResult | undefined>;
  /** Judges this one call, such as the command in it; undefined leaves it to the policies. */
  judge?(params: unknown, context?: ExecutionContext): Promise<ToolJudgement | undefined>;
  /** The part of a call that a permission rule matches, such as the command. */
  extractSignatureContent?: (params: unknown) => string;
  /** The rule that covers calls like this one, such as `Edit:/src/*`. */
  abstractPermissionRule?: (params: unknown) => string;
}
