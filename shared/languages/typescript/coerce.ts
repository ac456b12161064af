import { isObject } from '../../schema/json/values.ts';
import { decimalOf, isWhole } from '../../tool/decimal.ts';
import { ExactNumber, readJson } from '../../tool/exact-number.ts';
import type { Arguments, Json, JsonSchema } from '../../tool/json.ts';

/**
 * The highest number of nested JSON strings that are parsed. Source: the system that custom tools come from.
 */
const PASSES = 5;

/** Returns the types that a schema and its alternatives admit; empty if it has no type. */
function typesOf(schema: unknown): Set<string> {
  if (!isObject(schema)) return new Set();
  const { type } = schema;
  const found = new Set(
    Array.isArray(type) ? type.map(String) : type === undefined ? [] : [String(type)],
  );
  for (const word of ['anyOf', 'oneOf']) {
    const list = schema[word];
    if (Array.isArray(list))
      for (const one of list) for (const name of typesOf(one)) found.add(name);
  }
  return found;
}

function opened(value: Json, schema: unknown): Json {
  const types = typesOf(schema);
  let now = value;
  for (let pass = 0; pass < PASSES && typeof now === 'string'; pass += 1) {
    // A string stays if the schema admits a string.
    if (types.size === 0 || types.has('string')) return value;
    const parsed = parse(now);
    if (parsed === undefined) break;
    now = parsed;
  }
  return fits(now, types) ? now : value;
}

function parse(text: string): Json | undefined {
  try {
    return readJson(text) as Json;
  } catch {
    return undefined;
  }
}

function fits(value: Json, types: Set<string>): boolean {
  if (types.size === 0) return true;
  if (value === null) return types.has('null');
  if (Array.isArray(value)) return types.has('array');
  if (typeof value === 'number' || value instanceof ExactNumber) {
    return types.has('number') || (types.has('integer') && isWhole(decimalOf(String(value))));
  }
  return types.has(typeof value);
}

/**
 * Fixes frequent mistakes of models: drops null (or the string "null") for an optional parameter, and parses
 * a value that is a JSON string. Source: the system of seed 002.
 */
export function coerce(schema: JsonSchema, args: Arguments): Arguments {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const mended: Arguments = {};
  for (const [name, value] of Object.entries(args)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const types = typesOf(property);
    const isNull =
      (value === null && !types.has('null')) || (value === 'null' && !types.has('string'));
    if (isNull && property !== undefined && !required.has(name)) continue;
    const inner = opened(value, property);
    mended[name] =
      isObject(inner) && isObject(property) && isObject(property.properties)
        ? coerce(property, inner)
        : inner;
  }
  return mended;
}
