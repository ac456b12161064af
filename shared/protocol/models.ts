import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';

/** Who serves models. `local` is any server that speaks OpenAI's Chat Completions. */
export const ModelProvider = z.enum(['openai', 'anthropic', 'google', 'local']);
export type ModelProvider = z.infer<typeof ModelProvider>;

/**
 * Who answers a turn: the person (`person`), a provider's model (`openai:gpt-5`), or what a conversation
 * kept (`recording:ID`).
 */
export const ModelId = z
  .string()
  .max(300)
  .regex(/^(?:person|(?:openai|anthropic|google|local|recording):\S.*)$/, {
    error: bodyFaults['body-answerer'],
  });
export type ModelId = z.infer<typeof ModelId>;

/** The parts of a model's id; `provider` is `person` where nobody else answers. */
export function partsOf(id: ModelId): { provider: string; name: string } {
  const at = id.indexOf(':');
  return at < 0
    ? { provider: id, name: '' }
    : { provider: id.slice(0, at), name: id.slice(at + 1) };
}

/**
 * Why a model gave no answer, or half of one. `no-key`: none is known. `bad-key`: it was refused.
 * `no-model`: there is none of this name. `bad-address`: what is set is none. `unreachable`: nobody answers
 * there. `rate-limited`: 429. `overloaded`: 5xx. `too-long`: more than the model reads. `cut`: the stream
 * ended in the middle. `silent`: nothing came for two minutes. `filtered`: the provider withheld the answer.
 * `bad-answer`: it cannot be read. `refused`: another status of 4xx. `too-large`: the answer passed the limit.
 * `no-recording`: there is no such recording, or it holds no answer to this. `no-host`: no process can be
 * had here that reaches that one address only. `unkept`: the conversation could not be written down.
 * `broken`: Lathe broke while the conversation went on.
 */
export const ModelFaultCode = z.enum([
  ...(['no-key', 'bad-key', 'no-model', 'bad-address', 'unreachable', 'rate-limited'] as const),
  ...(['overloaded', 'too-long', 'cut', 'silent', 'filtered', 'bad-answer', 'refused'] as const),
  ...(['too-large', 'no-recording', 'no-host', 'unkept', 'broken'] as const),
]);
export type ModelFaultCode = z.infer<typeof ModelFaultCode>;

export const ModelFault = z.object({
  code: ModelFaultCode,
  /** One English sentence: what happened and what to do. It never holds a key. */
  message: z.string(),
  /** What the page's own sentence is filled with, such as `address`, `model`, `tokens`, `limit`, `status`. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** After how many milliseconds the provider wants to be asked again. */
  retryAfterMs: z.number().optional(),
});
export type ModelFault = z.infer<typeof ModelFault>;

/** Tokens of one answer, as the provider counts them; absent where it does not say. */
export const Usage = z.object({
  inputTokens: z.int().nonnegative().optional(),
  outputTokens: z.int().nonnegative().optional(),
  /** Those of the input that the provider had read before. */
  cachedTokens: z.int().nonnegative().optional(),
  reasoningTokens: z.int().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** What the runner knows of a provider. A key itself is never told. */
export const ProviderState = z.object({
  id: ModelProvider,
  label: z.string(),
  /** The address that requests go to. */
  address: z.string(),
  /** Where the address comes from. */
  addressFrom: z.enum(['default', 'environment', 'settings']),
  /** Whether a key is known, and from where; `unneeded` where the server asks for none. */
  key: z.enum(['none', 'environment', 'kept', 'unneeded']),
  /** The variable that a key is read from. */
  variable: z.string(),
});
export type ProviderState = z.infer<typeof ProviderState>;

/** `GET /api/models`. */
export const ModelsState = z.object({
  providers: z.array(ProviderState),
  /** Why no provider can be asked here; absent where one can. */
  missing: z.string().optional(),
});
export type ModelsState = z.infer<typeof ModelsState>;

/** `PUT /api/models/:provider`, from the page alone. What is left out stays; null forgets it. */
export const ProviderChange = z.strictObject({
  key: z.string().min(1).max(2_000).nullable().optional(),
  address: z.string().min(1).max(2_000).nullable().optional(),
});
export type ProviderChange = z.infer<typeof ProviderChange>;

/** `GET /api/models/:provider/names`: what the provider says it serves. */
export const ModelNames = z.object({ names: z.array(z.string()), fault: ModelFault.optional() });
export type ModelNames = z.infer<typeof ModelNames>;

/** `POST /api/models/test`: asks a model for one word. */
export const ModelTest = z.strictObject({ model: ModelId });
export const ModelTested = z.object({ ms: z.number(), fault: ModelFault.optional() });
export type ModelTested = z.infer<typeof ModelTested>;
