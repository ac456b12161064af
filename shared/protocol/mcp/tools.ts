import { z } from 'zod';
import { EffectHints, ToolKind } from '../../tool/definition.ts';
import { JsonSchema } from '../../tool/json.ts';

/**
 * What is otherwise in a tool than when the person last said yes to it. `path` is that of a parameter, such
 * as `filter.kind`; `from` and `to` are heads of what stood and stands there.
 */
export const ToolChange = z.object({
  code: z.enum([
    ...(['tool-added', 'tool-removed', 'description-changed', 'title-changed'] as const),
    ...(['parameter-added', 'parameter-removed', 'parameter-required'] as const),
    ...(['parameter-optional', 'type-changed', 'type-narrowed', 'type-widened'] as const),
    ...([
      'parameter-described',
      'schema-changed',
      'output-changed',
      'annotations-changed',
    ] as const),
  ]),
  path: z.string().optional(),
  from: z.string().optional(),
  to: z.string().optional(),
});
export type ToolChange = z.infer<typeof ToolChange>;

/** Hints of a stranger (MCP, ToolAnnotations): they are shown, and waive no question. */
export const ToolHints = z.object({ readOnlyHint: z.boolean().optional(), ...EffectHints.shape });
export type ToolHints = z.infer<typeof ToolHints>;

/** Who may call a tool: models, or the server's own interface. Both where it does not say (MCP Apps). */
export const Visibility = z.array(z.enum(['model', 'app']));

export const ServerTool = z.object({
  /** As the server calls it. */
  name: z.string(),
  /** As models and the registry call it. */
  callName: z.string(),
  title: z.string().optional(),
  description: z.string(),
  parameters: JsonSchema,
  outputSchema: JsonSchema.optional(),
  hints: ToolHints,
  /** What its hints make of it. */
  kind: ToolKind,
  /** Digest of name, description, schemas and hints: what an approval is for. */
  hash: z.string(),
  /** The person said of this very declaration that it only reads: plan mode offers it, and it runs unasked. */
  isReadOnly: z.boolean(),
  /** What changed since the person last said yes to it; empty where nothing did. */
  changes: z.array(ToolChange),
  /** An interface that the server draws (MCP Apps), by its address `ui://…`. */
  ui: z.string().optional(),
  visibility: Visibility.optional(),
  /** A picture that the server gave along, as a `data:` address. */
  icon: z.string().optional(),
});
export type ServerTool = z.infer<typeof ServerTool>;

/**
 * `POST /api/mcp-servers/:name/tools`: the person says yes to a declaration as it stands, or that it only
 * reads. 409 where `hash` is not what it is now.
 */
export const ToolJudged = z.strictObject({
  tool: z.string(),
  hash: z.string(),
  isReadOnly: z.boolean().optional(),
});
export type ToolJudged = z.infer<typeof ToolJudged>;
