import { z } from 'zod';
import { EffectHints, ToolKind } from '../../tool/definition.ts';
import { JsonSchema } from '../../tool/json.ts';

/**
 * A change of a tool since the person last approved it. `path` is that of a parameter, such as `filter.kind`;
 * `from` and `to` are the beginnings of the old and the new text.
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

/** Untrusted hints of the server (MCP, ToolAnnotations). They are shown and skip no approval. */
export const ToolHints = z.object({ readOnlyHint: z.boolean().optional(), ...EffectHints.shape });
export type ToolHints = z.infer<typeof ToolHints>;

/** Who may call a tool: models, or the server's interface. By default both (MCP Apps). */
export const Visibility = z.array(z.enum(['model', 'app']));

export const ServerTool = z.object({
  /** The server's name of the tool. */
  name: z.string(),
  /** The name for models and in the registry. */
  callName: z.string(),
  title: z.string().optional(),
  description: z.string(),
  parameters: JsonSchema,
  outputSchema: JsonSchema.optional(),
  hints: ToolHints,
  /** The kind according to its hints. */
  kind: ToolKind,
  /** A digest of name, description, schemas and hints, which an approval covers. */
  hash: z.string(),
  /**
   * Whether the person declared this exact declaration read-only: plan mode offers the tool, and it runs
   * without approval.
   */
  isReadOnly: z.boolean(),
  /** The changes since the person last approved it; empty if there are none. */
  changes: z.array(ToolChange),
  /** The address `ui://…` of the tool's interface (MCP Apps). */
  ui: z.string().optional(),
  visibility: Visibility.optional(),
  /** The server's icon of the tool, as a `data:` address. */
  icon: z.string().optional(),
});
export type ServerTool = z.infer<typeof ServerTool>;

/**
 * `POST /api/mcp-servers/:name/tools`: the person approves the current declaration, or declares it read-only.
 * 409 if `hash` is outdated.
 */
export const ToolJudged = z.strictObject({
  tool: z.string(),
  hash: z.string(),
  isReadOnly: z.boolean().optional(),
});
export type ToolJudged = z.infer<typeof ToolJudged>;
