import type { Schema } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';

const IN_PLACE = ['if', 'then', 'else', 'not'] as const;
const LISTS = ['allOf', 'anyOf', 'oneOf'] as const;
/** Represents every value without contents: each takes the same work. */
const LEAF = {};

type Node = Record<string, unknown> & {
  properties?: Record<string, Node>;
  patternProperties?: Record<string, Node>;
  dependentSchemas?: Record<string, Node>;
  prefixItems?: Node[];
};

/**
 * Returns the highest number of schemas that a validator will evaluate for a value; `Infinity` if a schema
 * refers to itself at the same place of the value, or if there are more than `limit`. It is counted in
 * advance because a validator cannot be interrupted.
 */
export function countWork(root: Schema, value: Json, limit: number): number {
  const definitions = (root.$defs ?? {}) as Record<string, Node>;
  const known = new Map<object, Map<object, number>>();
  let pairs = 0;

  const count = (node: Node | undefined, at: Json | undefined): number => {
    if (node === undefined) return 0;
    const place = typeof at === 'object' && at !== null ? at : LEAF;
    let counts = known.get(node);
    if (counts === undefined) known.set(node, (counts = new Map()));
    const before = counts.get(place);
    if (before !== undefined) return before;
    if (++pairs > limit) return Infinity;
    counts.set(place, Infinity);
    let sum = 1;
    for (const next of inPlace(node, definitions)) sum += count(next, at);
    if (Array.isArray(at)) sum += items(node, at);
    else if (isObject(at)) sum += members(node, at);
    if (sum > limit) sum = Infinity;
    counts.set(place, sum);
    return sum;
  };

  const items = (node: Node, list: Json[]): number => {
    const first = node.prefixItems ?? [];
    let sum = node.uniqueItems === true ? (list.length * list.length) / 50 : 0;
    for (const [index, item] of list.entries()) {
      sum += count(first[index] ?? (node.items as Node | undefined), item);
      sum += count(node.contains as Node | undefined, item);
      sum += count(node.unevaluatedItems as Node | undefined, item);
      if (sum > limit) return Infinity;
    }
    return sum;
  };

  const members = (node: Node, object: { [key: string]: Json }): number => {
    let sum = 0;
    const patterns = Object.values(node.patternProperties ?? {});
    for (const [key, member] of Object.entries(object)) {
      const named = Object.hasOwn(node.properties ?? {}, key) ? node.properties![key] : undefined;
      sum += count(named ?? (node.additionalProperties as Node | undefined), member);
      sum += count(node.unevaluatedProperties as Node | undefined, member);
      sum += count(node.propertyNames as Node | undefined, '');
      for (const pattern of patterns) sum += count(pattern, member);
      if (sum > limit) return Infinity;
    }
    return sum;
  };

  return count(root as Node, value);
}

function* inPlace(node: Node, definitions: Record<string, Node>): Generator<Node | undefined> {
  if (typeof node.$ref === 'string') yield definitions[node.$ref.slice('#/$defs/'.length)];
  for (const keyword of IN_PLACE) yield node[keyword] as Node | undefined;
  for (const keyword of LISTS) yield* (node[keyword] as Node[] | undefined) ?? [];
  yield* Object.values(node.dependentSchemas ?? {});
}
