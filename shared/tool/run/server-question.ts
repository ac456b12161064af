import { z } from 'zod';
import { JsonSchema } from '../json.ts';

/** The server and its tool, by the names that they give themselves. */
const From = { server: z.string(), tool: z.string(), message: z.string() };

/**
 * A question of an MCP server to the person while its tool runs. Treat it as a stranger's: the page names the
 * server and warns against entering a password. The answer is a ServerQuestionAnswer.
 */
export const ServerQuestion = z.discriminatedUnion('kind', [
  /** Elicitation in a form: flat properties of strings, numbers, booleans and choices. */
  z.object({ kind: z.literal('form'), ...From, schema: JsonSchema }),
  /** Elicitation by an address. Only the person opens it, Lathe never does. */
  z.object({ kind: z.literal('open'), ...From, url: z.string(), host: z.string() }),
  /** A request to a model, in full, and the model that would get it. */
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

/** No answer is `cancel`. `content` belongs to an accepted form and matches its schema. */
export const ServerQuestionAnswer = z.object({
  action: z.enum(['accept', 'decline', 'cancel']),
  content: z
    .record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())]))
    .optional(),
});
export type ServerQuestionAnswer = z.infer<typeof ServerQuestionAnswer>;
