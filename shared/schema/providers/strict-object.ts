import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';
import { placeWithin } from './flatten.ts';
import type { Flat } from './flatten.ts';
import type { Source } from './source.ts';

/** The types for "any value" where a type is required; arrays and objects would need more keywords. */
export const ANY_PLAIN: Json[] = ['string', 'number', 'boolean', 'null'];

const OF_OBJECT = ['properties', 'required', 'additionalProperties'];
const OF_ARRAY = ['items', 'prefixItems', 'minItems', 'maxItems'];

const NULL: JsonSchema = { type: 'null' };

/** Strict mode requires every property. An optional one may be null instead. */
export function strictObject(
  flat: Flat,
  source: Source,
  convert: (schema: Json, at: string) => JsonSchema,
): JsonSchema {
  const { losses } = source;
  const made = new Map<string, JsonSchema>();
  const properties = flat.get('properties');
  const required = flat.get('required');
  const names = required && Array.isArray(required.value) ? required.value : [];
  if (properties && !isObject(properties.value))
    losses.drop(properties.at, 'properties', 'properties-not-object');
  const given = properties && isObject(properties.value) ? properties.value : {};
  for (const [name, schema] of Object.entries(given)) {
    const place = source.placeOf(schema, placeWithin(properties!, 'properties', name));
    if (schema === false) {
      source.say(place, 'drop', 'strict-nothing-fits');
      continue;
    }
    const isRequired = names.includes(name);
    const converted = convert(schema, place);
    made.set(name, isRequired ? converted : nullable(converted));
    if (!isRequired) source.say(place, 'rewrite', 'strict-optional', { name });
  }
  const all: Json[] = [...made.keys()];
  const isWhole = names.length === all.length && all.every((name) => names.includes(name));
  if (required && !isWhole) losses.rewrite(required.at, 'required', 'strict-required');
  const open = flat.get('additionalProperties');
  if (open && open.value !== false) losses.drop(open.at, 'additionalProperties', 'strict-closed');
  return {
    properties: Object.fromEntries(made),
    required: isWhole ? names : all,
    additionalProperties: false,
  };
}

/** The same schema, or null. */
function nullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  const types = [type].flat().filter((one) => one !== undefined);
  const plain = !('const' in schema) && !('$ref' in schema) && !('enum' in schema);
  if (types.length === 0 && plain && Array.isArray(anyOf)) {
    const hasNull = anyOf.some((arm) => isObject(arm) && arm.type === 'null');
    return hasNull ? schema : { ...schema, anyOf: [...anyOf, NULL] };
  }
  if (types.length === 0 || 'const' in schema || '$ref' in schema || 'anyOf' in schema) {
    return { anyOf: [schema, NULL] };
  }
  const wide: JsonSchema = types.includes('null')
    ? { ...schema }
    : { ...schema, type: [...types, 'null'] };
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) wide.enum = [...schema.enum, null];
  return types.length === 1 && types[0] === 'null' ? schema : wide;
}

/** The types that a schema implies without `type`; undefined if it allows any value. */
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
