import type { Schema } from '@cfworker/json-schema';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';
import { jsonPointer } from '../json/pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import { SUBSCHEMA_KEYWORDS } from '../subschemas.ts';
import type { Guards } from './guards.ts';
import { modernize } from './modernize.ts';

const isText = (value: Json) => typeof value === 'string';
const isNumber = (value: Json) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: Json) => isNumber(value) && (value as number) >= 0;
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText);

const SHAPES: Record<string, (value: Json) => boolean> = {
  type: (value) => isText(value) || (isTexts(value) && (value as Json[]).length > 0),
  const: () => true,
  enum: (value) => Array.isArray(value),
  required: isTexts,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
};

/** A schema as the validator gets it, and what each of its parts was before. */
export interface Prepared {
  schema: Schema;
  /** The author's own schema for each prepared one. */
  origins: ReadonlyMap<object, Json>;
  /** What no value can be checked against. */
  faults: { pointer: string; keyword: string; message: string; expected: Json }[];
}

const TYPES = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);
/** Copied only where something refers to them. */
const DEFINITIONS = new Set(['$defs', 'definitions']);

/**
 * Copies a schema into the form that the validator handles without surprises: 2020-12, every
 * reference to a root `$defs`, `false` as `{not: {}}`, patterns and formats behind guards, and
 * malformed or unknown keywords left out.
 */
export function prepare(root: JsonSchema, guards: Guards, keys: readonly string[]): Prepared {
  const origins = new Map<object, Json>();
  const faults: Prepared['faults'] = [];
  const targets = new Map<string, string>();
  const definitions: Record<string, Schema> = {};
  const old = typeof root.$schema === 'string' && /draft-0[3467]/.test(root.$schema);

  const refer = (ref: string, pointer: string): string | undefined => {
    const target = resolveRef(root, ref);
    if (target === undefined) {
      const remote = !ref.startsWith('#');
      faults.push({
        pointer,
        keyword: '$ref',
        message: `Expected a reference within the schema, got "${ref}"${remote ? ', and other documents are never fetched' : ', which is nowhere in it'}`,
        expected: { $ref: ref },
      });
      return undefined;
    }
    let name = targets.get(target.pointer);
    if (name === undefined) {
      name = `d${targets.size}`;
      targets.set(target.pointer, name);
      definitions[name] = convert(target.schema, target.pointer);
    }
    return `#/$defs/${name}`;
  };

  const convert = (schema: Json, pointer: string): Schema => {
    if (!isObject(schema)) {
      const result: Schema = schema === false ? { not: {} } : {};
      origins.set(result, schema);
      return result;
    }
    const result: Record<string, unknown> = {};
    origins.set(result, schema);
    const modern = modernize(schema, old);
    for (const type of [modern.type].flat()) {
      if (typeof type !== 'string' || TYPES.has(type)) continue;
      faults.push({
        pointer: jsonPointer(pointer, 'type'),
        keyword: 'type',
        message: `Expected one of the types ${[...TYPES].join(', ')}, got "${type}" in the schema`,
        expected: { type: schema.type ?? null },
      });
    }
    for (const [keyword, value] of Object.entries(modern)) {
      const here = jsonPointer(pointer, keyword);
      const shape = SUBSCHEMA_KEYWORDS.get(keyword);
      if (keyword === '$ref') {
        const ref = typeof value === 'string' ? refer(value, here) : undefined;
        if (ref !== undefined) result.$ref = ref;
      } else if (keyword === 'patternProperties' && isObject(value)) {
        result.patternProperties = Object.fromEntries(
          Object.entries(value).map(([pattern, child], index) => [
            guards.names(pattern, index, keys),
            convert(child, jsonPointer(here, pattern)),
          ]),
        );
      } else if (shape === 'map' && isObject(value) && !DEFINITIONS.has(keyword)) {
        result[keyword] = Object.fromEntries(
          Object.entries(value).map(([name, child]) => [
            name,
            convert(child, jsonPointer(here, name)),
          ]),
        );
      } else if (shape === 'list' && Array.isArray(value)) {
        result[keyword] = value.map((child, index) => convert(child, jsonPointer(here, index)));
      } else if ((shape === 'one' || shape === 'one-or-list') && !Array.isArray(value)) {
        result[keyword] = convert(value, here);
      } else if (shape === undefined && wellFormed(keyword, value)) {
        result[keyword] = value;
      }
    }
    const guard = guards.text(modern.pattern, modern.format);
    if (guard !== undefined) result.format = guard;
    return result as Schema;
  };

  const schema = convert(root, '');
  if (targets.size > 0) (schema as Record<string, unknown>).$defs = definitions;
  return { schema, origins, faults };
}

/**
 * Whether an assertion has a value that it can be judged by. `required: true` beside a property
 * (draft-3, and many hand-written files) would otherwise stop the validator.
 */
function wellFormed(keyword: string, value: Json): boolean {
  return Object.hasOwn(SHAPES, keyword) && SHAPES[keyword]!(value);
}
