import type { JsonSchema } from '../tool/json.ts';
import { isObject } from './json/values.ts';
import { jsonPointer } from './json/pointer.ts';

/**
 * The keywords that contain schemas: one schema, a list, or a map whose keys are names. Source: JSON Schema
 * 2020-12 and draft-7, core and applicators.
 */
export const SUBSCHEMA_KEYWORDS: ReadonlyMap<string, 'one' | 'list' | 'map' | 'one-or-list'> =
  new Map([
    ['additionalItems', 'one'],
    ['additionalProperties', 'one'],
    ['contains', 'one'],
    ['contentSchema', 'one'],
    ['else', 'one'],
    ['if', 'one'],
    ['not', 'one'],
    ['propertyNames', 'one'],
    ['then', 'one'],
    ['unevaluatedItems', 'one'],
    ['unevaluatedProperties', 'one'],
    ['items', 'one-or-list'],
    ['allOf', 'list'],
    ['anyOf', 'list'],
    ['oneOf', 'list'],
    ['prefixItems', 'list'],
    ['$defs', 'map'],
    ['definitions', 'map'],
    ['dependencies', 'map'],
    ['dependentSchemas', 'map'],
    ['patternProperties', 'map'],
    ['properties', 'map'],
  ]);

interface Subschema {
  keyword: string;
  /** The path from the parent schema, such as `["properties", "a"]`. */
  tokens: string[];
  schema: JsonSchema | boolean;
}

/** The direct subschemas of a schema. A property named `items` is a property, not a keyword. */
export function* subschemas(schema: JsonSchema): Generator<Subschema> {
  for (const [keyword, value] of Object.entries(schema)) {
    const shape = SUBSCHEMA_KEYWORDS.get(keyword);
    if (shape === undefined) continue;
    if (shape === 'map') {
      if (!isObject(value)) continue;
      for (const [name, child] of Object.entries(value)) {
        if (isSchema(child)) yield { keyword, tokens: [keyword, name], schema: child };
      }
    } else if (Array.isArray(value)) {
      if (shape === 'one') continue;
      for (const [index, child] of value.entries()) {
        if (isSchema(child)) yield { keyword, tokens: [keyword, String(index)], schema: child };
      }
    } else if (shape !== 'list' && isSchema(value)) {
      yield { keyword, tokens: [keyword], schema: value };
    }
  }
}

function isSchema(value: unknown): value is JsonSchema | boolean {
  return typeof value === 'boolean' || isObject(value);
}

/** Each schema of a document with its JSON pointer, the root first. */
export function* everySchema(
  root: JsonSchema,
  pointer = '',
): Generator<{ schema: JsonSchema; pointer: string }> {
  const open = [{ schema: root, pointer }];
  // The list grows during the loop; removing its first item each time would move all others.
  for (const next of open) {
    yield next;
    for (const { tokens, schema } of subschemas(next.schema)) {
      if (typeof schema === 'object') {
        open.push({ schema, pointer: jsonPointer(next.pointer, ...tokens) });
      }
    }
  }
}
