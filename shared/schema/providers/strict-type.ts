import type { Json, JsonSchema } from '../../tool/json.ts';

/** What stands for "any value" where a type must be named: lists and objects would need more. */
export const ANY_PLAIN: Json[] = ['string', 'number', 'boolean', 'null'];

const OF_OBJECT = ['properties', 'required', 'additionalProperties'];
const OF_ARRAY = ['items', 'prefixItems', 'minItems', 'maxItems'];

/** The types that a schema means without naming one, or undefined when it means any value. */
export function impliedType(keywords: { has(keyword: string): boolean }, schema: JsonSchema) {
  const values = 'const' in schema ? [schema.const!] : schema.enum;
  if (Array.isArray(values) && values.length > 0) {
    const types = [...new Set(values.map(typeOf))];
    return types.length === 1 ? types[0]! : types;
  }
  if (OF_OBJECT.some((keyword) => keywords.has(keyword))) return 'object';
  return OF_ARRAY.some((keyword) => keywords.has(keyword)) ? 'array' : undefined;
}

function typeOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}
