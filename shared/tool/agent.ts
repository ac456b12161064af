import { z } from 'zod';
import { Policies } from './definition.ts';
import { JsonSchema } from './json.ts';

/** The file that makes a folder an agent. */
export const agentFile = 'agent.json';

/** Where an agent ends by itself; what is left out is said by the settings. */
export const AgentLimits = z.strictObject({
  maxTurns: z.int().min(1).max(1_000).optional(),
  maxToolCalls: z.int().min(0).max(10_000).optional(),
  timeoutMs: z.int().min(1_000).max(86_400_000).optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

const names = z.array(z.string().min(1).max(128));

/** `agent.json`: a tool whose call is a conversation of a model. */
export const Agent = z.strictObject({
  /** What models call it; the folder's name without it. */
  name: z.string().min(1).max(128).optional(),
  description: z.string().optional(),
  /** The arguments' schema; a task, its context and the outcome that is expected where nothing is said. */
  parameters: JsonSchema.optional(),
  /** `PROVIDER:NAME`; the model of the settings without it. */
  model: z
    .string()
    .max(300)
    .regex(/^(?:openai|anthropic|google|local|recording):\S/, {
      error: 'Give PROVIDER:NAME, such as "openai:gpt-5"',
    })
    .optional(),
  /** How much the model is to think; the provider's own way without it. */
  reasoning: z.enum(['none', 'low', 'medium', 'high']).optional(),
  /** What the model is told beside the task. */
  system: z.string().max(1_000_000).optional(),
  /** Names of tools; all that are switched on where it says so. */
  tools: z.union([z.literal('all'), names.max(10_000)]).default('all'),
  /** Names of skills that it has from the beginning; of the others it knows that they are there. */
  skills: names.max(100).optional(),
  /** In plan mode it has the tools that only read, and only reads itself. */
  mode: z.enum(['plan']).optional(),
  limits: AgentLimits.optional(),
  /** What the final answer has to fit: it is then JSON. */
  output: JsonSchema.optional(),
  ...{ displayName: z.string().optional(), category: z.string().optional() },
  ...{ tags: z.array(z.string()).optional(), icon: z.string().optional() },
  policies: Policies.optional(),
});
export type Agent = z.infer<typeof Agent>;

/** The arguments of an agent that says nothing of its own. Source: seed 003, DelegationRequest. */
export const delegationParameters: JsonSchema = {
  type: 'object',
  properties: {
    task: { type: 'string', minLength: 1, description: 'What is to be done' },
    context: { type: 'string', description: 'What has to be known for it' },
    expectedOutcome: { type: 'string', description: 'What there has to be in the end' },
  },
  required: ['task'],
};
