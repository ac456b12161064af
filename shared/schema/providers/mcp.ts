import { readsOnly } from '../../tool/definition.ts';
import { isObject } from '../json/values.ts';
import type { Json, JsonObject, JsonSchema } from '../../tool/json.ts';
import { Losses } from './losses.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { visible } from './visible.ts';

/** Under which an answer stands that is no object, which the protocol wants. */
const WRAPPED_ANSWER = 'result';

/** The schema of an answer as the protocol has it: its root describes an object. */
export function outputSchemaOf(
  schema: JsonSchema | undefined,
): (JsonObject & { type: 'object' }) | undefined {
  if (schema === undefined) return undefined;
  if (schema.type === 'object') return { ...schema, type: 'object' };
  const { $defs, $schema, ...rest } = schema;
  return {
    ...($schema === undefined ? {} : { $schema }),
    ...{ type: 'object', properties: { [WRAPPED_ANSWER]: rest }, required: [WRAPPED_ANSWER] },
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** An answer as the protocol has it, by the schema of its tool; undefined where it is no such object. */
export function wrappedAnswer(schema: JsonSchema, value: Json | undefined): JsonObject | undefined {
  if (schema.type === 'object') return isObject(value) ? value : undefined;
  return value === undefined ? undefined : { [WRAPPED_ANSWER]: value };
}

/**
 * A tool in the list of an MCP server. Source: Model Context Protocol 2026-07-28, `Tool`, and its rules for
 * tool names (since 2025-11-25: letters, digits, `_`, `-` and `.`, at most 128).
 */
export const mcp: Provider = {
  id: 'mcp',
  label: 'MCP',
  declare(definition) {
    const losses = new Losses(definition.name);
    const inputSchema = visible(definition, losses);
    const declaration: JsonObject = {
      name: toolName(definition.name, /A-Za-z0-9_.-/, 128, losses),
      description: definition.description,
      inputSchema,
    };
    const { kind, isReadOnly, hints } = definition;
    const annotations: JsonObject = {};
    if (kind !== undefined || isReadOnly !== undefined)
      annotations.readOnlyHint = readsOnly(definition);
    Object.assign(annotations, hints);
    if (Object.keys(annotations).length > 0) declaration.annotations = annotations;
    const outputSchema = outputSchemaOf(definition.outputSchema);
    if (outputSchema) declaration.outputSchema = outputSchema;
    return { declaration, losses: losses.rows };
  },
};
