import { plainNumber } from '../tool/exact-number.ts';
import type { Json, JsonObject, JsonSchema } from '../tool/json.ts';
import { isObject } from './json/values.ts';
import { resolveRef } from './resolve-ref.ts';

const DEEPEST = 8;

/**
 * Plausible arguments for a schema: examples and defaults first, then the first valid value. Optional
 * parameters are included only if the author gave a value for them.
 */
export const sampleArguments = (root: JsonSchema): JsonObject => new Sampler(root).object(root, 0);

class Sampler {
  readonly #root: JsonSchema;
  constructor(root: JsonSchema) {
    this.#root = root;
  }

  object(schema: JsonSchema, depth: number): JsonObject {
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
        value: this.#value(property, name, depth + 1),
        enumerable: true,
        writable: true,
        configurable: true,
      });
    }
    return result;
  }

  #value(schema: Json | undefined, name: string, depth: number): Json {
    if (!isObject(schema)) return schema === false ? null : name;
    if (typeof schema.$ref === 'string') {
      const found = resolveRef(this.#root, schema.$ref)?.schema;
      return depth > DEEPEST
        ? null
        : this.#value(isObject(found) ? { ...found, ...without(schema) } : found, name, depth + 1);
    }
    const given = givenValue(schema);
    if (given !== undefined) return given;
    const arms = schema.anyOf ?? schema.oneOf;
    if (Array.isArray(arms)) {
      const arm = arms.find((one) => isObject(one) && one.type !== 'null') ?? arms[0];
      const { anyOf: _any, oneOf: _one, ...rest } = schema;
      return this.#value(isObject(arm) ? { ...rest, ...arm } : arm, name, depth + 1);
    }
    if (Array.isArray(schema.allOf)) {
      const { allOf, ...rest } = schema;
      const all = allOf.reduce<JsonSchema>(
        (before, part) => (isObject(part) ? joined(before, part) : before),
        rest,
      );
      return this.#value(all, name, depth + 1);
    }
    return this.#ofType(schema, name, depth);
  }

  #ofType(schema: JsonSchema, name: string, depth: number): Json {
    switch (mainType(schema)) {
      case 'object':
        return this.object(schema, depth);
      case 'array': {
        const least = Math.min(plainNumber(schema.minItems) ?? 1, 20);
        const places = Array.isArray(schema.prefixItems) ? schema.prefixItems : [];
        if (depth > DEEPEST || (schema.items === undefined && places.length === 0)) return [];
        return Array.from({ length: Math.max(least, places.length) }, (_, at) =>
          this.#value(places[at] ?? schema.items, name, depth + 1),
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
  }
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

const formats: Record<string, string> = {
  date: '2026-01-05',
  time: '09:30:00Z',
  'date-time': '2026-01-05T09:30:00Z',
  duration: 'P1D',
  email: 'ann@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.org/',
  'uri-reference': '/a',
  uuid: '123e4567-e89b-42d3-a456-426614174000',
  regex: '^a',
  'json-pointer': '/a',
};

/** A string of a schema's format and length. */
function sampleText(schema: JsonSchema, name: string): string {
  const known = typeof schema.format === 'string' ? formats[schema.format] : undefined;
  if (known !== undefined) return known;
  const least = plainNumber(schema.minLength) ?? 0;
  const most = plainNumber(schema.maxLength) ?? Infinity;
  const text = (name || 'text').padEnd(least, 'x');
  return [...text].slice(0, Math.max(least, Math.min(most, text.length))).join('');
}

/** The number within a schema's bounds that is nearest to 1. */
function sampleNumber(schema: JsonSchema, whole: boolean): number {
  const step = plainNumber(schema.multipleOf) ?? (whole ? 1 : 0);
  const low = Math.max(
    plainNumber(schema.minimum) ?? -Infinity,
    (plainNumber(schema.exclusiveMinimum) ?? -Infinity) + (whole ? 1 : Number.EPSILON * 16),
  );
  const high = Math.min(
    plainNumber(schema.maximum) ?? Infinity,
    (plainNumber(schema.exclusiveMaximum) ?? Infinity) - (whole ? 1 : Number.EPSILON * 16),
  );
  const wanted = Math.min(Math.max(1, low), high);
  if (step === 0) return wanted;
  const up = Math.ceil(wanted / step) * step;
  return up <= high ? up : Math.floor(wanted / step) * step;
}

/** A value from the author: an example, the default, or the only possible one. */
function givenValue(schema: JsonSchema): Json | undefined {
  if (Array.isArray(schema.examples) && schema.examples[0] !== undefined) return schema.examples[0];
  if (schema.example !== undefined) return schema.example;
  if (schema.default !== undefined) return schema.default;
  if (schema.const !== undefined) return schema.const;
  return Array.isArray(schema.enum) ? schema.enum[0] : undefined;
}

/** The first type of a schema that is not null. */
export function mainType(schema: JsonSchema): string | undefined {
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  const main = types.find((type) => type !== 'null') ?? types[0];
  return main ?? (isObject(schema.properties) ? 'object' : undefined);
}
