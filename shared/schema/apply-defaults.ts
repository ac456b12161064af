import type { Json, JsonSchema } from '../tool/json.ts';
import { copyJson } from './json/copy-json.ts';
import { isObject } from './json/is-object.ts';
import { own } from './json/own.ts';
import { resolveRef } from './resolve-ref.ts';

const DEEPEST = 64;

/**
 * The value with the defaults of its schema put in where an object lacks a property. Looks through
 * references, `allOf`, properties and items; alternatives are not chosen between. The given value
 * stays as it is.
 */
export function applyDefaults(root: JsonSchema, value: Json): Json {
  const fill = (schema: Json | undefined, at: Json, depth: number): Json => {
    if (!isObject(schema) || depth > DEEPEST) return at;
    let filled = at;
    if (typeof schema.$ref === 'string')
      filled = fill(resolveRef(root, schema.$ref)?.schema, filled, depth + 1);
    if (Array.isArray(schema.allOf))
      for (const part of schema.allOf) filled = fill(part, filled, depth + 1);
    if (isObject(filled) && isObject(schema.properties)) {
      const result: { [key: string]: Json } = { ...filled };
      for (const [name, property] of Object.entries(schema.properties)) {
        const given = own(filled, name);
        const standing = isObject(property) ? own(property, 'default') : undefined;
        const next = given === undefined ? standing && copyJson(standing) : given;
        const chosen = given === undefined && standing === null ? null : next;
        if (chosen !== undefined)
          Object.defineProperty(result, name, {
            value: fill(property, chosen, depth + 1),
            enumerable: true,
            configurable: true,
            writable: true,
          });
      }
      return result;
    }
    if (Array.isArray(filled) && isObject(schema.items))
      return filled.map((item) => fill(schema.items, item, depth + 1));
    return filled;
  };
  return fill(root, value, 0);
}
