import type { Json, JsonObject, JsonSchema } from '../tool/json.ts';
import { isObject } from './json/is-object.ts';
import { resolveRef } from './resolve-ref.ts';
import { givenValue, mainType, sampleNumber, sampleText } from './sample-value.ts';

const DEEPEST = 8;

/**
 * Plausible arguments for a schema: examples and defaults first, then the first fitting value.
 * Optional parameters come along only where the author gave a value for them.
 */
export function sampleArguments(root: JsonSchema): JsonObject {
  const sample = (schema: Json | undefined, name: string, depth: number): Json => {
    if (!isObject(schema)) return schema === false ? null : name;
    if (typeof schema.$ref === 'string') {
      const found = resolveRef(root, schema.$ref)?.schema;
      return depth > DEEPEST
        ? null
        : sample(isObject(found) ? { ...found, ...without(schema) } : found, name, depth + 1);
    }
    const given = givenValue(schema);
    if (given !== undefined) return given;
    const arms = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(arms)) {
      const arm = arms.find((one) => isObject(one) && one.type !== 'null') ?? arms[0];
      const { anyOf: _any, oneOf: _one, ...rest } = schema;
      return sample(isObject(arm) ? { ...rest, ...arm } : arm, name, depth + 1);
    }
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...rest } = schema;
      return sample(
        allOf.reduce<JsonSchema>((all, part) => (isObject(part) ? joined(all, part) : all), rest),
        name,
        depth + 1,
      );
    }
    return ofType(schema, name, depth);
  };

  const ofType = (schema: JsonSchema, name: string, depth: number): Json => {
    switch (mainType(schema)) {
      case 'object':
        return object(schema, depth);
      case 'array': {
        const least = typeof schema.minItems === 'number' ? Math.min(schema.minItems, 20) : 1;
        const places = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
        if (depth > DEEPEST || (schema.items === undefined && places.length === 0)) return [];
        return Array.from({ length: Math.max(least, places.length) }, (_, at) =>
          sample(places[at] ?? schema.items, name, depth + 1),
        );
      }
      case 'integer':
        return sampleNumber(schema, true);
      case 'number':
        return sampleNumber(schema, false);
      case 'boolean':
        return true;
      case 'null':
        return null;
      default:
        return sampleText(schema, name);
    }
  };

  const object = (schema: JsonSchema, depth: number): JsonObject => {
    const required = Array.isArray(schema.required) ? schema.required : [];
    const properties = isObject(schema.properties) ? schema.properties : {};
    const names = [
      ...Object.keys(properties),
      ...required.map(String).filter((name) => !Object.hasOwn(properties, name)),
    ];
    const result: JsonObject = {};
    for (const name of names) {
      const property = Object.hasOwn(properties, name) ? properties[name] : true;
      const wanted =
        required.includes(name) ||
        (isObject(property) && givenValue(property) !== undefined && !('const' in property));
      if (!wanted || (depth > DEEPEST && !required.includes(name))) continue;
      Object.defineProperty(result, name, {
        value: sample(property, name, depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return result;
  };

  const value = object(root, 0);
  return value;
}

const without = ({ $ref: _ref, ...rest }: JsonSchema): JsonSchema => rest;

const joined = (all: JsonSchema, part: JsonSchema): JsonSchema => ({
  ...all,
  ...part,
  ...(isObject(all.properties) && isObject(part.properties)
    ? { properties: { ...all.properties, ...part.properties } }
    : {}),
  ...(Array.isArray(all.required) && Array.isArray(part.required)
    ? { required: [...all.required, ...part.required] }
    : {}),
});
