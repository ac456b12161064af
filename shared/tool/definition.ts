import { z } from 'zod';
import { JsonObject, JsonSchema } from './json.ts';

/** Whether a call needs approval before it runs. `ask-once` remembers the answer for the session. */
export const ExecutionPolicy = z.enum(['auto', 'ask-once', 'ask-always']);
export type ExecutionPolicy = z.infer<typeof ExecutionPolicy>;

/**
 * The execution policy for `autoExecute`. In the approval, the person chooses how long the answer holds.
 * Source: seed 003.
 */
export const executionOf = (autoExecute: boolean): ExecutionPolicy =>
  autoExecute ? 'auto' : 'ask-once';

/** Whether a result needs approval before it goes to the model. */
export const ResultPolicy = z.enum(['never', 'on-error', 'always']);
export type ResultPolicy = z.infer<typeof ResultPolicy>;

export const Policies = z.object({
  execution: ExecutionPolicy.optional(),
  result: ResultPolicy.optional(),
});
export type Policies = z.infer<typeof Policies>;

/** The possible effects of a call. They decide which approvals are needed and what plan mode offers. */
export const ToolKind = z.enum(['readonly', 'write', 'execute']);
export type ToolKind = z.infer<typeof ToolKind>;

/** An example call, which can also run as a sample. Source: seed 004. */
export const ToolExample = z.object({ description: z.string(), params: JsonObject });
export type ToolExample = z.infer<typeof ToolExample>;

/** The effects of a call, as the author declares them. Source: MCP, ToolAnnotations, beside `readOnlyHint`. */
export const EffectHints = z.object({
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type EffectHints = z.infer<typeof EffectHints>;

/** Optional properties that an author declares. Sources: seeds 003 and 004. */
export const Traits = z.object({
  /** Overrides what the kind says about read-only. */
  isReadOnly: z.boolean().optional(),
  /** False: calls never overlap with calls of other tools that also say false. */
  isConcurrencySafe: z.boolean().optional(),
  /** Whether providers should enforce the schema. */
  strict: z.boolean().optional(),
  /** False: no caller sees the tool until a person turns it on. */
  enabled: z.boolean().optional(),
  version: z.string().optional(),
  examples: z.array(ToolExample).optional(),
  /** The schema of the answer that programs may rely on. */
  outputSchema: JsonSchema.optional(),
  hints: EffectHints.optional(),
  /** Whether the tool's code names the part of a call that permission rules match, and the rule that covers it. */
  hasPermissionRule: z.boolean().optional(),
  /** Whether the tool's code words errors in arguments itself. */
  wordsRefusals: z.boolean().optional(),
});
export type Traits = z.infer<typeof Traits>;

/** A tool as a model sees it, and what the runner needs to call it. */
export const Definition = z.object({
  name: z.string(),
  /** A display name for people, if it differs from the name. */
  displayName: z.string().optional(),
  description: z.string(),
  /** The JSON Schema of the arguments; its root describes an object. */
  parameters: JsonSchema,
  kind: ToolKind.optional(),
  ...Traits.shape,
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** File name of an SVG, such as `brain.svg`. */
  icon: z.string().optional(),
  /** The limit of a call in milliseconds of wall-clock time, counted from the author's first line. */
  timeoutMs: z.number().positive().optional(),
  policies: Policies.optional(),
  /** Parameters that the host injects; a model never sees them. */
  hidden: z.array(z.string()).optional(),
  /** Callable by name, but never offered to a model. */
  unlisted: z.boolean().optional(),
});
export type Definition = z.infer<typeof Definition>;

/** Whether a tool is read-only: as its author says, else as its kind says. */
export const readsOnly = ({ kind, isReadOnly }: Pick<Definition, 'kind' | 'isReadOnly'>): boolean =>
  isReadOnly ?? kind === 'readonly';
