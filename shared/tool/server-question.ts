import { z } from 'zod';
import { JsonSchema } from './json.ts';

/** Who asks: the server and its tool, both as strangers call themselves. */
const From = { server: z.string(), tool: z.string(), message: z.string() };

/**
 * What an MCP server asks the person while its tool runs. It is a stranger's question: the page names the
 * server, and says that no password belongs in an answer. Answers are a ServerQuestionAnswer.
 */
export const ServerQuestion = z.discriminatedUnion('kind', [
  /** Elicitation in a form: flat properties of strings, numbers, booleans and choices. */
  z.object({ kind: z.literal('form'), ...From, schema: JsonSchema }),
  /** Elicitation by an address, which the person opens or does not; Lathe never does. */
  z.object({ kind: z.literal('open'), ...From, url: z.string(), host: z.string() }),
  /** What the server wants a model to be asked, in whole, and which model it would be. */
  z.object({
    kind: z.literal('sampling'),
    ...From,
    model: z.string(),
    system: z.string().optional(),
    messages: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
    maxTokens: z.int().optional(),
  }),
]);
export type ServerQuestion = z.infer<typeof ServerQuestion>;

/** Silence is `cancel`. `content` goes with an accepted form and fits its schema. */
export const ServerQuestionAnswer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});
export type ServerQuestionAnswer = z.infer<typeof ServerQuestionAnswer>;
