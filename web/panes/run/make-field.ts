import { plainNumber, writeJson } from '../../../shared/tool/exact-number.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { resolveRef } from '../../../shared/schema/resolve-ref.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import type { Field, Property, Variant } from './field.ts';

/** At most this many values, and characters in all of them, make a row of buttons. */
const FEW = { values: 5, characters: 32 };
const FACTS = ['title', 'description', 'default', 'examples', '$defs', 'definitions', '$schema'];

/** How a schema is asked for in a form. Every schema has an answer: JSON, where nothing better is known. */
export function makeField(schema: Json | undefined, root: JsonSchema): Field {
  const own = resolveSchema(schema, root);
  const kinds = typesOf(own);
  const nullable = kinds.includes('null') && kinds.length > 1;
  const solid = kinds.filter((kind) => kind !== 'null');
  const facts = {
    nullable,
    schema: own,
    // Absent where the schema says nothing: a union of one takes over what its part says.
    ...(typeof own['description'] === 'string' ? { description: own['description'] } : {}),
    ...(typeof own['title'] === 'string' ? { title: own['title'] } : {}),
    ...(own['default'] === undefined ? {} : { default: own['default'] }),
  };
  if (own['const'] !== undefined) return { ...facts, kind: 'const', value: own['const'] };
  if (Array.isArray(own['enum'])) {
    const values = own['enum'].filter((value) => value !== null);
    const canBeNull = values.length < own['enum'].length && values.length > 0;
    if (values.length === 0) return { ...facts, nullable: false, kind: 'const', value: null };
    return { ...facts, nullable: canBeNull, ...choice(values) };
  }
  const parts = [own['anyOf'], own['oneOf']].find((each) => Array.isArray(each) && each.length > 0);
  if (Array.isArray(parts)) return { ...facts, ...union(own, parts, root) };
  if (solid.length > 1) {
    const variants = solid.map((type) => ({ label: type, schema: { ...own, type } }));
    return { ...facts, kind: 'union', variants };
  }
  if (kinds.length === 1 && kinds[0] === 'null') return { ...facts, kind: 'const', value: null };
  return { ...facts, ...single(own, solid[0] ?? guess(own)) };
}

type Shape = Field extends infer F
  ? F extends Field
    ? Omit<F, 'schema' | 'nullable'>
    : never
  : never;

function single(own: JsonObject, type: string | undefined): Shape {
  if (type === 'string')
    return { kind: 'text', format: textOf(own['format']), maxLength: sizeOf(own['maxLength']) };
  if (type === 'number' || type === 'integer')
    return {
      kind: 'number',
      integer: type === 'integer',
      min: sizeOf(own['minimum']),
      max: sizeOf(own['maximum']),
      step: sizeOf(own['multipleOf']),
    };
  if (type === 'boolean') return { kind: 'boolean' };
  if (type === 'array') return list(own);
  if (type === 'object') return record(own);
  return { kind: 'json' };
}

function list(own: JsonObject): Shape {
  const old = Array.isArray(own['items']) ? own['items'] : undefined;
  const prefix = Array.isArray(own['prefixItems']) ? own['prefixItems'] : (old ?? []);
  const rest = old ? own['additionalItems'] : own['items'];
  const closed = rest === false ? prefix.length : Infinity;
  const max = sizeOf(own['maxItems']) ?? Infinity;
  const min = sizeOf(own['minItems']) ?? 0;
  return { kind: 'array', prefix, items: rest ?? {}, min, max: Math.min(max, closed) };
}

function record(own: JsonObject): Shape {
  const required = Array.isArray(own['required']) ? own['required'] : [];
  const properties: Property[] = Object.entries(
    isObject(own['properties']) ? own['properties'] : {},
  ).map(([name, schema]) => ({ name, schema, required: required.includes(name) }));
  for (const name of required) {
    if (typeof name === 'string' && !properties.some((each) => each.name === name))
      properties.push({ name, schema: {}, required: true });
  }
  const patterns = isObject(own['patternProperties'])
    ? Object.values(own['patternProperties'])
    : [];
  const more = own['additionalProperties'];
  const extra = isObject(more) ? more : (patterns[0] ?? (more === true ? {} : undefined));
  return { kind: 'object', properties, extra };
}

function choice(values: Json[]): Shape {
  const options = values.map((value) => ({ label: labelOf(value), value }));
  const length = options.reduce((sum, option) => sum + option.label.length, 0);
  return {
    kind: 'choice',
    options,
    few: options.length <= FEW.values && length <= FEW.characters,
  };
}

function union(own: JsonObject, parts: Json[], root: JsonSchema): Shape & { nullable: boolean } {
  const shared = Object.fromEntries(
    Object.entries(own).filter(([key]) => ![...FACTS, 'anyOf', 'oneOf'].includes(key)),
  );
  const joined = parts.map((part) => ({ ...shared, ...resolveSchema(part, root) }));
  const solid = joined.filter((part) => part['type'] !== 'null' && part['const'] !== null);
  const nullable = solid.length < parts.length;
  const consts = solid.map((part) => part['const']).filter((value) => value !== undefined);
  if (solid.length > 0 && consts.length === solid.length) return { ...choice(consts), nullable };
  const only = solid[0];
  if (solid.length === 1 && only) {
    const field = makeField(only, root);
    return { ...field, nullable: nullable || field.nullable };
  }
  const variants: Variant[] = solid.map((part, at) => ({
    label: variantLabel(part, at),
    schema: part,
  }));
  return { kind: 'union', variants, nullable };
}

function variantLabel(part: JsonObject, at: number): string {
  if (typeof part['title'] === 'string') return part['title'];
  if (isObject(part['properties'])) {
    const tags = Object.values(part['properties'])
      .map((each) => (isObject(each) ? each['const'] : undefined))
      .filter((value) => typeof value === 'string');
    if (tags[0] !== undefined) return tags[0];
    const names = Object.keys(part['properties']);
    if (names.length > 0) return `{${names.slice(0, 3).join(', ')}}`;
  }
  if (Array.isArray(part['enum'])) return part['enum'].map(labelOf).join(' | ').slice(0, 24);
  if (part['const'] !== undefined) return labelOf(part['const']);
  const [type] = typesOf(part);
  if (type === 'array' && isObject(part['items']) && typeof part['items']['type'] === 'string')
    return `${part['items']['type']}[]`;
  return type ?? `${at + 1}`;
}

function typesOf(own: JsonObject): string[] {
  const type = own['type'];
  const listed = Array.isArray(type) ? type : [type];
  const types = listed.filter((each) => typeof each === 'string');
  return own['nullable'] === true && !types.includes('null') ? [...types, 'null'] : types;
}

/** A schema without `type` still shows by its keywords what it is about. */
function guess(own: JsonObject): string | undefined {
  if (isObject(own['properties']) || isObject(own['additionalProperties'])) return 'object';
  if (own['items'] !== undefined || own['prefixItems'] !== undefined) return 'array';
  if (own['minLength'] ?? own['maxLength'] ?? own['pattern'] ?? own['format']) return 'string';
  if (own['minimum'] !== undefined || own['maximum'] !== undefined) return 'number';
  return undefined;
}

function labelOf(value: Json): string {
  return typeof value === 'string' ? value || '""' : writeJson(value);
}

const textOf = (value: Json | undefined): string | undefined =>
  typeof value === 'string' ? value : undefined;

const sizeOf = (value: Json | undefined): number | undefined => plainNumber(value);

/** Steps for one schema: `allOf` can name its own branches over and over. */
const MAX_STEPS = 256;

interface Walk {
  steps: number;
  path: JsonObject[];
}

/**
 * The schema as one object: local references followed, `allOf` folded in. `{}` (anything goes)
 * for what is no schema, for a reference that leads nowhere and for one that leads to itself.
 */
export function resolveSchema(schema: Json | undefined, root: JsonSchema): JsonObject {
  return resolve(schema, root, { steps: MAX_STEPS, path: [] });
}

function resolve(schema: Json | undefined, root: JsonSchema, walk: Walk): JsonObject {
  if (!isObject(schema) || walk.path.includes(schema) || walk.steps-- <= 0) return {};
  walk.path.push(schema);
  const { $ref, allOf, ...own } = schema;
  let merged: JsonObject = {};
  if (typeof $ref === 'string') merged = resolve(resolveRef(root, $ref)?.schema, root, walk);
  if (Array.isArray(allOf)) {
    for (const part of allOf) merged = merge(merged, resolve(part, root, walk));
  }
  merged = merge(merged, own);
  walk.path.pop();
  return merged;
}

/** `over` wins, except that properties and required names add up. */
function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under, ...over };
  if (isObject(under['properties']) && isObject(over['properties']))
    merged['properties'] = { ...under['properties'], ...over['properties'] };
  if (Array.isArray(under['required']) && Array.isArray(over['required']))
    merged['required'] = [...new Set([...under['required'], ...over['required']])];
  return merged;
}
