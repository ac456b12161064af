import type { JsonSchema } from '../tool/json.ts';
import { isObject } from './json/is-object.ts';
import { SUBSCHEMA_KEYWORDS } from './subschema-keywords.ts';

export interface Subschema {
  keyword: string;
  /** From the schema around it, such as `["properties", "a"]`. */
  tokens: string[];
  schema: JsonSchema | boolean;
}

/** The schemas directly within a schema. A property named `items` is a property, no keyword. */
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
