import { z } from 'zod';
import { bodyFaults } from '../schema/checking/body-faults.ts';

/** The providers of models. `local` is any server with OpenAI's Chat Completions API. */
export const ModelProvider = z.enum(['openai', 'anthropic', 'google', 'local']);
export type ModelProvider = z.infer<typeof ModelProvider>;

/**
 * The id of the answering model or person: the person (`person`), a provider's model (`openai:gpt-5`), or a
 * recorded conversation (`recording:ID`).
 */
export const ModelId = z
  .string()
  .max(300)
  .regex(/^(?:person|(?:openai|anthropic|google|local|recording):\S.*)$/, {
    error: bodyFaults['body-answerer'],
  });
export type ModelId = z.infer<typeof ModelId>;

/** The parts of a model's id; without a provider, `provider` is `person`. */
export function partsOf(id: ModelId): { provider: string; name: string } {
  const at = id.indexOf(':');
  return at < 0
    ? { provider: id, name: '' }
    : { provider: id.slice(0, at), name: id.slice(at + 1) };
}

/**
 * Why a model gave no answer or an incomplete one. `no-key`: no key is set. `bad-key`: the provider refused
 * the key. `no-model`: the model does not exist. `bad-address`: the address is invalid. `unreachable`:
 * nothing answers at the address. `rate-limited`: 429. `overloaded`: 5xx. `too-long`: the request exceeds the
 * context. `cut`: the stream ended early. `silent`: no data for two minutes. `filtered`: the provider
 * withheld the answer. `bad-answer`: the answer cannot be parsed. `refused`: another 4xx status. `too-large`:
 * the answer exceeds the limit. `no-recording`: the recording does not exist or has no answer to this
 * request. `no-host`: this machine cannot start a process that reaches only that address. `unkept`: the
 * conversation could not be saved. `broken`: an error in Lathe itself.
 */
export const ModelFaultCode = z.enum([
  ...(['no-key', 'bad-key', 'no-model', 'bad-address', 'unreachable', 'rate-limited'] as const),
  ...(['overloaded', 'too-long', 'cut', 'silent', 'filtered', 'bad-answer', 'refused'] as const),
  ...(['too-large', 'no-recording', 'no-host', 'unkept', 'broken'] as const),
]);
export type ModelFaultCode = z.infer<typeof ModelFaultCode>;

export const ModelFault = z.object({
  code: ModelFaultCode,
  /** One English sentence: what happened and what to do. It never contains a key. */
  message: z.string(),
  /** The values of the page's own sentence, such as `address`, `model`, `tokens`, `limit`, `status`. */
  values: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
  /** The delay in milliseconds that the provider requests. */
  retryAfterMs: z.number().optional(),
});
export type ModelFault = z.infer<typeof ModelFault>;

/** An event of a request: the model is asked again after `afterMs` milliseconds, because of the fault. */
export const RetryEvent = z.object({
  type: z.literal('retry'),
  attempt: z.int(),
  afterMs: z.number(),
  fault: ModelFault,
});

/** The tokens of one answer, as the provider counts them; absent if it reports none. */
export const Usage = z.object({
  inputTokens: z.int().nonnegative().optional(),
  outputTokens: z.int().nonnegative().optional(),
  /** The part of the input that the provider had cached. */
  cachedTokens: z.int().nonnegative().optional(),
  reasoningTokens: z.int().nonnegative().optional(),
});
export type Usage = z.infer<typeof Usage>;

/** The state of a provider. It never contains the key itself. */
export const ProviderState = z.object({
  id: ModelProvider,
  label: z.string(),
  /** The address of its API. */
  address: z.string(),
  /** The origin of the address. */
  addressFrom: z.enum(['default', 'environment', 'settings']),
  /** Whether and from where a key is known; `unneeded` if the server asks for none. */
  key: z.enum(['none', 'environment', 'kept', 'unneeded']),
  /** The environment variable of the key. */
  variable: z.string(),
});
export type ProviderState = z.infer<typeof ProviderState>;

/** `GET /api/models`. */
export const ModelsState = z.object({
  providers: z.array(ProviderState),
  /** Why no provider can be asked here; absent if one can. */
  missing: z.string().optional(),
});
export type ModelsState = z.infer<typeof ModelsState>;

/** `PUT /api/models/:provider`, only from the page. An absent field stays; null deletes it. */
export const ProviderChange = z.strictObject({
  key: z.string().min(1).max(2_000).nullable().optional(),
  address: z.string().min(1).max(2_000).nullable().optional(),
});
export type ProviderChange = z.infer<typeof ProviderChange>;

/** `GET /api/models/:provider/names`: the models that the provider lists. */
export const ModelNames = z.object({ names: z.array(z.string()), fault: ModelFault.optional() });
export type ModelNames = z.infer<typeof ModelNames>;

/** `POST /api/models/test`: asks a model for one word. */
export const ModelTest = z.strictObject({ model: ModelId });
export const ModelTested = z.object({ ms: z.number(), fault: ModelFault.optional() });
export type ModelTested = z.infer<typeof ModelTested>;
