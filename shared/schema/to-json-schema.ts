import { z } from 'zod';
import type { ZodType as Zod3Type } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';
import { JsonSchema, type Json } from '../tool/json.ts';
import { modernize } from './checking/modernize.ts';
import { isObject } from './json/values.ts';
import { subschemas } from './subschemas.ts';

interface Converted {
  schema: JsonSchema;
  /** The types that JSON Schema cannot express, or why the input is no schema. */
  problems: { message: string }[];
}

const empty = (message: string): Converted => ({
  schema: { type: 'object', properties: {} },
  problems: [{ message }],
});

const isZod4 = (schema: object): schema is z.ZodType => '_zod' in schema;
const isZod3 = (schema: object): schema is Zod3Type =>
  '_def' in schema && 'safeParse' in schema && !('_zod' in schema);

/** Removes the bounds of safe integers and the patterns of formats, which zod adds: noise to a model. */
const tidy = (json: Record<string, unknown>): void => {
  if (json.minimum === Number.MIN_SAFE_INTEGER) delete json.minimum;
  if (json.maximum === Number.MAX_SAFE_INTEGER) delete json.maximum;
  if (typeof json.format === 'string') delete json.pattern;
};

/** Types without a JSON value; zod 4 writes them as `{}`. */
const strange = new Set(['date', 'bigint', 'map', 'set', 'symbol', 'function', 'custom']);

const noChoice = (where: string) => ({ message: `There is nothing to choose from for ${where}` });

/** Replaces an empty enum of zod 3, which no provider accepts, by its type. */
const withoutEmptyChoices = (json: Json, problems: Converted['problems'], at: string): void => {
  if (Array.isArray(json)) return json.forEach((one) => withoutEmptyChoices(one, problems, at));
  if (!isObject(json)) return;
  if (Array.isArray(json.enum) && json.enum.length === 0) {
    delete json.enum;
    problems.push(noChoice(at));
  }
  for (const [name, value] of Object.entries(json))
    withoutEmptyChoices(value, problems, name === 'properties' ? at : `"${name}"`);
};

/** Removes the address of the dialect, which a model does not need. */
const withoutDialect = (json: unknown): JsonSchema => {
  const schema = { ...JsonSchema.parse(json) };
  delete schema.$schema;
  return schema;
};

const fromZod4 = (schema: z.ZodType): Converted => {
  const problems: Converted['problems'] = [];
  const json = z.toJSONSchema(schema, {
    io: 'input',
    target: 'draft-2020-12',
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema, path }) => {
      tidy(jsonSchema);
      const { type } = zodSchema._zod.def;
      const where = path.length === 0 ? 'the root' : `"${path.at(-1)}"`;
      if ('not' in jsonSchema && type === 'enum') {
        delete jsonSchema.not;
        jsonSchema.type = 'string';
        problems.push(noChoice(where));
      }
      if (!strange.has(type)) return;
      if (type === 'date') Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      if (type === 'bigint') Object.assign(jsonSchema, { type: 'integer' });
      problems.push({ message: `JSON has no ${type}, which ${where} asks for` });
    },
  });
  return { schema: withoutDialect(json), problems };
};

/** Converts an OpenAPI 3.0 schema to JSON Schema 2020-12, at any depth. */
const modern = (schema: JsonSchema): JsonSchema => {
  const made = modernize(schema, false);
  if (schema.nullable === true && made.type === undefined) {
    const { nullable: _, ...rest } = made;
    return { anyOf: [modern(rest), { type: 'null' }] };
  }
  delete made.nullable;
  for (const { keyword, tokens } of [...subschemas(made)]) {
    const at = made[keyword];
    const [, name] = tokens;
    const inner = (one: Json) => (isObject(one) ? modern(one) : one);
    if (name === undefined) made[keyword] = inner(at ?? null);
    else if (Array.isArray(at)) made[keyword] = at.map(inner);
    else if (isObject(at))
      made[keyword] = Object.fromEntries(Object.entries(at).map(([key, one]) => [key, inner(one)]));
  }
  return made;
};

const fromZod3 = (schema: Zod3Type): Converted => {
  // The zod 3 types of zod and of the converter differ only in name.
  const json: unknown = zodToJsonSchema(schema as never, {
    $refStrategy: 'none',
    target: 'openApi3',
  });
  const problems: Converted['problems'] = [];
  const converted = modern(withoutDialect(json));
  withoutEmptyChoices(converted, problems, 'the root');
  return { schema: converted, problems };
};

/**
 * The JSON Schema (2020-12) of a zod 3 or zod 4 schema. Options of seed 004: no references, OpenAPI 3, whose
 * `nullable` and exclusive bounds are then rewritten as JSON Schema. The converter of zod 3 returns `{}` for
 * a zod 4 schema without an error, so each version has its own path. An empty schema always comes with a
 * problem.
 */
export function toJsonSchema(schema: unknown): Converted {
  if (typeof schema !== 'object' || schema === null) return empty('There is no schema');
  try {
    const converted = isZod4(schema)
      ? fromZod4(schema)
      : isZod3(schema)
        ? fromZod3(schema)
        : isObject(schema) && ('type' in schema || 'properties' in schema)
          ? { schema: JsonSchema.parse(schema), problems: [] }
          : empty('It is not a schema of zod 3, of zod 4 or of JSON Schema');
    if (converted.problems.length === 0 && converted.schema.type !== 'object')
      converted.problems.push({
        message: 'The root of the schema is not an object, so a model cannot name arguments',
      });
    return converted;
  } catch (cause) {
    return empty(
      `The schema cannot be converted: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}
