import { z } from 'zod';
import { JsonObject, JsonSchema } from './json.ts';

/** Whether a call is asked for before it runs. `ask-once` remembers the answer for the session. */
export const ExecutionPolicy = z.enum(['auto', 'ask-once', 'ask-always']);
export type ExecutionPolicy = z.infer<typeof ExecutionPolicy>;

/** What `autoExecute` means. Asked before a call runs, the person chooses for how long the answer holds. Source: seed 003. */
export const executionOf = (autoExecute: boolean): ExecutionPolicy =>
  autoExecute ? 'auto' : 'ask-once';

/** Whether a result is asked for before it goes to the model. */
export const ResultPolicy = z.enum(['never', 'on-error', 'always']);
export type ResultPolicy = z.infer<typeof ResultPolicy>;

export const Policies = z.object({
  execution: ExecutionPolicy.optional(),
  result: ResultPolicy.optional(),
});
export type Policies = z.infer<typeof Policies>;

/** What a call may do; drives permission and what plan mode shows. */
export const ToolKind = z.enum(['readonly', 'write', 'execute']);
export type ToolKind = z.infer<typeof ToolKind>;

/** A call that shows how a tool is meant; it can be run as a sample. Source: seed 004. */
export const ToolExample = z.object({ description: z.string(), params: JsonObject });
export type ToolExample = z.infer<typeof ToolExample>;

/** What a call does to the world, as the author says: MCP, ToolAnnotations, beside `readOnlyHint`. */
export const EffectHints = z.object({
  destructiveHint: z.boolean().optional(),
  idempotentHint: z.boolean().optional(),
  openWorldHint: z.boolean().optional(),
});
export type EffectHints = z.infer<typeof EffectHints>;

/** What an author says of a tool beyond what it is and does. Sources: seeds 003 and 004. */
export const Traits = z.object({
  /** Whether it changes nothing, where that is not what its kind says. */
  isReadOnly: z.boolean().optional(),
  /** False: its calls never overlap with others that say the same. */
  isConcurrencySafe: z.boolean().optional(),
  /** Whether providers are to enforce its schema. */
  strict: z.boolean().optional(),
  /** False: nobody is told of it until a person switches it on. */
  enabled: z.boolean().optional(),
  version: z.string().optional(),
  examples: z.array(ToolExample).optional(),
  /** What the answer is, as far as a program may rely on it. */
  outputSchema: JsonSchema.optional(),
  hints: EffectHints.optional(),
  /** Its code says which part of a call permission rules match, and which rule covers it. */
  hasPermissionRule: z.boolean().optional(),
  /** Its author words what is wrong with arguments, so its code is asked for that. */
  wordsRefusals: z.boolean().optional(),
});
export type Traits = z.infer<typeof Traits>;

/** What a model is told of a tool, and what the runner needs to know to call it. */
export const Definition = z.object({
  name: z.string(),
  /** What a person calls it, where that is another name. */
  displayName: z.string().optional(),
  description: z.string(),
  /** The arguments' schema; its root describes an object. */
  parameters: JsonSchema,
  kind: ToolKind.optional(),
  ...Traits.shape,
  category: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** File name of an SVG, such as `brain.svg`. */
  icon: z.string().optional(),
  /** Wall-clock limit of a call in milliseconds, counted from the author's first line. */
  timeoutMs: z.number().positive().optional(),
  policies: Policies.optional(),
  /** Parameters that a host injects; never shown to a model. */
  hidden: z.array(z.string()).optional(),
  /** May be called by name and is never offered to a model. */
  unlisted: z.boolean().optional(),
});
export type Definition = z.infer<typeof Definition>;

/** Whether a tool changes nothing: its author's word, else what its kind says. */
export const readsOnly = ({ kind, isReadOnly }: Pick<Definition, 'kind' | 'isReadOnly'>): boolean =>
  isReadOnly ?? kind === 'readonly';
