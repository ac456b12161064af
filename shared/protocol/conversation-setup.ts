import { z } from 'zod';
import { Mock } from './mocks.ts';
import { ModelId } from './models.ts';

/** In whose form a request is shown; the one of the provider that gets it, where one does. */
export const RequestForm = z.enum(['openai', 'anthropic', 'gemini']);
export type RequestForm = z.infer<typeof RequestForm>;

/** Where a conversation ends by itself. */
export const ConversationLimits = z.object({
  /** Answers of the model for one message of the person. */
  maxTurns: z.int().min(1).max(1_000).default(50),
  /** Calls for one message of the person; the rest of a turn is refused, and the model is told. */
  maxToolCalls: z.int().min(0).max(10_000).default(100),
  /** Milliseconds for one message of the person; waiting for the person does not count. */
  timeoutMs: z.int().min(1_000).max(86_400_000).default(1_800_000),
});
export type ConversationLimits = z.infer<typeof ConversationLimits>;

/** How much a model is to think before it answers; the provider's own way where nothing is said. */
export const Reasoning = z.enum(['none', 'low', 'medium', 'high']);
export type Reasoning = z.infer<typeof Reasoning>;

/** What a conversation is held with. */
export const ConversationSetup = z.object({
  model: ModelId.default('person'),
  /** Who answers in place of what a recording holds for another request or other schemas than there are now. */
  live: ModelId.optional(),
  /** In whose form the request is shown while the person answers. */
  form: RequestForm.default('openai'),
  /** Whether the page shows only what a model gets. */
  blind: z.boolean().default(false),
  reasoning: Reasoning.optional(),
  system: z.string().max(1_000_000).default(''),
  /** Names of tools; all that are switched on where it says so. */
  tools: z.union([z.literal('all'), z.array(z.string()).max(10_000)]).default('all'),
  mode: z.enum(['plan']).optional(),
  cwd: z.string().max(4096).regex(/^\//).optional(),
  /** By the tool's name. */
  mocks: z.record(z.string(), Mock).default({}),
  /** A tool without a mock is refused. */
  mocksOnly: z.boolean().default(false),
  /**
   * The conversation whose results answer calls of the same tool with the same arguments. A call that it does
   * not hold is refused: whoever froze the tools wanted none of them to run.
   */
  frozenTools: z.string().optional(),
  /** A recorded result of a tool that is another one now is not taken: the call runs. */
  rerunStale: z.boolean().default(false),
  limits: ConversationLimits.prefault({}),
  /** Whose conversation it is, where an agent holds it: the tool, the run that it performs, how deep it stands. */
  agent: z
    .object({ name: z.string(), runId: z.string().optional(), depth: z.int().min(1) })
    .optional(),
});
export type ConversationSetup = z.infer<typeof ConversationSetup>;
