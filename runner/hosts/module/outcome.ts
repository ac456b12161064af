import { z } from 'zod';
import { Json, JsonObject } from '../../../shared/tool/json.ts';

/** A piece of what a tool answers. `data` is base64. Source: seed 002, execute. */
export const Content = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
]);
export type Content = z.infer<typeof Content>;

/** What a module's own renderers drew, as lines of plain text. */
export const Drawn = z.object({
  call: z.string().optional(),
  result: z.string().optional(),
  /** The same result with everything shown. */
  expanded: z.string().optional(),
});
export type Drawn = z.infer<typeof Drawn>;

/** How a call of a module's tool ended, as the module sees it. */
export const Outcome = z.object({
  content: z.array(Content),
  details: Json.optional(),
  isError: z.boolean(),
  isWarning: z.boolean().optional(),
  drawn: Drawn.optional(),
  /** What the person reads in place of the content. */
  display: z.string().optional(),
  /** What its author should know of the call. */
  warnings: z.array(z.string()).optional(),
  /** Further facts, such as a title. */
  facts: JsonObject.optional(),
  /** What was thrown. */
  fault: z
    .object({
      class: z.string(),
      message: z.string(),
      line: z.int().optional(),
      traceback: z.string().optional(),
    })
    .optional(),
});
export type Outcome = z.infer<typeof Outcome>;
