import { ExactNumber } from '../../tool/exact-number.ts';
import type { Json, JsonObject } from '../../tool/json.ts';

/** Whether a JSON value is an object, not an array, not null and not a number. */
export function isObject(value: unknown): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof ExactNumber)
  );
}

/** Returns an own property: `constructor` and `__proto__` are names like any other. */
export function own<T>(object: { readonly [key: string]: T }, key: string): T | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** Returns a deep copy; a key `__proto__` stays a key. */
export function copyJson<T extends Json>(value: T): T {
  return copy(value) as T;
}

function copy(value: Json): Json {
  if (Array.isArray(value)) return value.map(copy);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copy(child)]));
}

/** Whether two JSON values are equal, with numbers spelled alike; the order of keys does not matter. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (a instanceof ExactNumber && b instanceof ExactNumber) return a.text === b.text;
  if (Array.isArray(a) && Array.isArray(b)) {
    return a.length === b.length && a.every((item, index) => sameJson(item, b[index]));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && sameJson(a[key], b[key]))
  );
}

interface Measure {
  /** The number of values, including containers. */
  nodes: number;
  /** The depth of nested containers; 0 for a number or a string. */
  depth: number;
  /** UTF-16 code units of all strings and keys. */
  characters: number;
}

/**
 * Measures a JSON value. Does not recurse, so that depth cannot overflow the stack; stops at `stopAt` nodes,
 * so that a circular value ends, too.
 */
export function measure(value: unknown, stopAt = 1_000_000): Measure {
  const open: [unknown, number][] = [[value, 0]];
  const found: Measure = { nodes: 0, depth: 0, characters: 0 };
  for (let next = open.pop(); next !== undefined && found.nodes < stopAt; next = open.pop()) {
    const [current, above] = next;
    found.nodes++;
    if (typeof current === 'string') found.characters += current.length;
    if (typeof current !== 'object' || current === null || current instanceof ExactNumber) continue;
    found.depth = Math.max(found.depth, above + 1);
    if (!Array.isArray(current)) for (const key in current) found.characters += key.length;
    for (const child of Object.values(current)) open.push([child, above + 1]);
  }
  return found;
}

/** The highest depth of nested containers in a schema or a value. */
export const MAX_DEPTH = 128;

/** Whether a JSON value is nested so deeply that recursion could overflow the stack. */
export function tooDeep(value: unknown, limit = MAX_DEPTH): boolean {
  return measure(value).depth > limit;
}
