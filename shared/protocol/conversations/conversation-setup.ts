import { z } from 'zod';
import { Mock } from './mocks.ts';
import { ModelId } from '../models.ts';

/** The provider whose request format is shown; if a provider gets the request, its own. */
export const RequestForm = z.enum(['openai', 'anthropic', 'gemini']);
export type RequestForm = z.infer<typeof RequestForm>;

/** When a conversation stops by itself. */
export const ConversationLimits = z.object({
  /** Answers of the model per message of the person. */
  maxTurns: z.int().min(1).max(1_000).default(50),
  /** Calls per message of the person. Further calls of a turn are refused, and the model sees why. */
  maxToolCalls: z.int().min(0).max(10_000).default(100),
  /** Milliseconds per message of the person, without the time spent waiting for the person. */
  timeoutMs: z.int().min(1_000).max(86_400_000).default(1_800_000),
});
export type ConversationLimits = z.infer<typeof ConversationLimits>;

/** The reasoning effort of a model; by default the provider's own. */
export const Reasoning = z.enum(['none', 'low', 'medium', 'high']);
export type Reasoning = z.infer<typeof Reasoning>;

/** The model, the tools and the options of a conversation. */
export const ConversationSetup = z.object({
  model: ModelId.default('person'),
  /** The model that answers if a recording was made for another request or other schemas. */
  live: ModelId.optional(),
  /** The request format that is shown while the person answers. */
  form: RequestForm.default('openai'),
  /** Whether the page shows only what a model gets. */
  blind: z.boolean().default(false),
  reasoning: Reasoning.optional(),
  system: z.string().max(1_000_000).default(''),
  /** Names of tools, or `all` that are turned on. */
  tools: z.union([z.literal('all'), z.array(z.string()).max(10_000)]).default('all'),
  mode: z.enum(['plan']).optional(),
  cwd: z.string().max(4096).regex(/^\//).optional(),
  /** By tool name. */
  mocks: z.record(z.string(), Mock).default({}),
  /** Tools without a mock are refused. */
  mocksOnly: z.boolean().default(false),
  /**
   * The conversation whose results answer the same calls of the same tools. A call that it lacks is refused:
   * with frozen tools, none may run.
   */
  frozenTools: z.string().optional(),
  /** Run the call if the tool changed since its result was recorded. */
  rerunStale: z.boolean().default(false),
  limits: ConversationLimits.prefault({}),
  /** For an agent's conversation: the tool, its run, and the nesting depth. */
  agent: z
    .object({ name: z.string(), runId: z.string().optional(), depth: z.int().min(1) })
    .optional(),
});
export type ConversationSetup = z.infer<typeof ConversationSetup>;
