import type { Json, JsonObject } from '../../../shared/tool/json.ts';

/** Whether a JSON value is an object, neither null nor an array. */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
