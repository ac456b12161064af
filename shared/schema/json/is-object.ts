import type { JsonObject } from '../../tool/json.ts';

/** Whether a JSON value is an object, not an array and not null. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
