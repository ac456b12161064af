import { readsOnly } from '../../tool/definition.ts';
import { isObject } from '../json/values.ts';
import type { Json, JsonObject, JsonSchema } from '../../tool/json.ts';
import { Losses } from './losses.ts';
import { toolName } from './provider.ts';
import type { Provider } from './provider.ts';
import { visible } from './visible.ts';

/** The key of an answer that is not an object, because the protocol requires one. */
const WRAPPED_ANSWER = 'result';

/** The output schema for the protocol: its root describes an object. */
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

/** An answer in the form of the protocol and the tool's schema; undefined if it does not fit. */
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
