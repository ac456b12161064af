import type { Json } from '../../tool/json.ts';

/** A copy with objects of its own; a key `__proto__` stays a key. */
export function copyJson<T extends Json>(value: T): T {
  return copy(value) as T;
}

function copy(value: Json): Json {
  if (Array.isArray(value)) return value.map(copy);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, copy(child)]));
}
