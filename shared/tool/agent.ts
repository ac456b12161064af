import { z } from 'zod';
import { Policies } from './definition.ts';
import { JsonSchema } from './json.ts';

/** The file that makes a folder an agent. */
export const agentFile = 'agent.json';

/** When an agent stops by itself. The settings fill in a missing limit. */
export const AgentLimits = z.strictObject({
  maxTurns: z.int().min(1).max(1_000).optional(),
  maxToolCalls: z.int().min(0).max(10_000).optional(),
  timeoutMs: z.int().min(1_000).max(86_400_000).optional(),
});
export type AgentLimits = z.infer<typeof AgentLimits>;

const names = z.array(z.string().min(1).max(128));

/** `agent.json`: a tool whose call is a conversation with a model. */
export const Agent = z.strictObject({
  /** The tool's name; by default the name of the folder. */
  name: z.string().min(1).max(128).optional(),
  description: z.string().optional(),
  /** The schema of the arguments; by default `delegationParameters`. */
  parameters: JsonSchema.optional(),
  /** `PROVIDER:NAME`; by default the model of the settings. */
  model: z
    .string()
    .max(300)
    .regex(/^(?:openai|anthropic|google|local|recording):\S/, {
      error: 'Use PROVIDER:NAME, such as "openai:gpt-5"',
    })
    .optional(),
  /** The reasoning effort; by default the provider's own. */
  reasoning: z.enum(['none', 'low', 'medium', 'high']).optional(),
  /** The author's part of the system prompt. */
  system: z.string().max(1_000_000).optional(),
  /** Names of tools, or `all` that are turned on. */
  tools: z.union([z.literal('all'), names.max(10_000)]).default('all'),
  /** Names of skills whose text is in the system prompt; the model can load the others. */
  skills: names.max(100).optional(),
  /** In plan mode the agent has read-only tools only, and counts as read-only itself. */
  mode: z.enum(['plan']).optional(),
  limits: AgentLimits.optional(),
  /** The schema of the final answer, which is then JSON. */
  output: JsonSchema.optional(),
  ...{ displayName: z.string().optional(), category: z.string().optional() },
  ...{ tags: z.array(z.string()).optional(), icon: z.string().optional() },
  policies: Policies.optional(),
});
export type Agent = z.infer<typeof Agent>;

/** The parameters of an agent without `parameters`. Source: seed 003, DelegationRequest. */
export const delegationParameters: JsonSchema = {
  type: 'object',
  properties: {
    task: { type: 'string', minLength: 1, description: 'The task' },
    context: { type: 'string', description: 'Background that the agent needs for the task' },
    expectedOutcome: { type: 'string', description: 'How to tell that the task is done' },
  },
  required: ['task'],
};
