import type { Schema } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { copyJson, isObject, own } from '../json/values.ts';
import type { Prepared } from './prepare.ts';

type Node = Record<string, unknown>;
type Fits = (schema: Schema, value: Json) => boolean;

/** The highest number of nested defaults: a default may contain the place of the next one. */
const DEEPEST = 64;

/**
 * Returns a copy of a value with the defaults of absent properties at any depth. Follows references, `allOf`,
 * conditions, and the first alternative that `fits`. Returns undefined after more than `most` steps, because
 * defaults can multiply while the value stays small.
 */
export function fillDefaults(
  { schema: root, origins }: Prepared,
  value: Json,
  fits: Fits,
  most: number,
): Json | undefined {
  let steps = 0;

  const fill = (schema: Schema, given: Json, depth: number): Json => {
    if (depth > DEEPEST || ++steps > most) return given;
    const node = schema as Node;
    let result = given;
    for (const same of applied(schema, root, result, fits)) result = fill(same, result, depth + 1);
    if (Array.isArray(result)) {
      const first = (node.prefixItems ?? []) as Schema[];
      const rest = node.items as Schema | undefined;
      return result.map((item, index) => {
        const each = first[index] ?? rest;
        return each === undefined ? item : fill(each, item, depth + 1);
      });
    }
    return isObject(result) ? members(node, result, depth) : result;
  };

  const members = (node: Node, given: { [key: string]: Json }, depth: number): Json => {
    const found = new Map(Object.entries(given));
    const properties = (node.properties ?? {}) as Record<string, Schema>;
    for (const [name, property] of Object.entries(properties)) {
      const before = found.has(name) ? found.get(name) : defaultOf(property);
      if (before !== undefined) found.set(name, fill(property, before, depth + 1));
    }
    const rest = node.additionalProperties as Schema | undefined;
    for (const [name, member] of rest === undefined ? [] : found) {
      if (!Object.hasOwn(properties, name)) found.set(name, fill(rest!, member, depth + 1));
    }
    return Object.fromEntries(found);
  };

  const defaultOf = (schema: Schema): Json | undefined => {
    const origin = origins.get(schema);
    const standing = isObject(origin) ? own(origin, 'default') : undefined;
    return standing === undefined ? undefined : copyJson(standing);
  };

  const filled = fill(root, copyJson(value), 0);
  return steps > most ? undefined : filled;
}

/** Yields the schemas that apply to the same value. */
function* applied(schema: Schema, root: Schema, value: Json, fits: Fits): Generator<Schema> {
  const node = schema as Node;
  if (typeof node.$ref === 'string') {
    const target = root.$defs?.[node.$ref.slice('#/$defs/'.length)];
    if (typeof target === 'object') yield target;
  }
  yield* (node.allOf ?? []) as Schema[];
  for (const keyword of ['anyOf', 'oneOf']) {
    const chosen = ((node[keyword] ?? []) as Schema[]).find((option) => fits(option, value));
    if (chosen !== undefined) yield chosen;
  }
  if (node.if === undefined) return;
  const branch = fits(node.if as Schema, value) ? node.then : node.else;
  if (branch !== undefined) yield branch as Schema;
}
