import type { Json, JsonObject } from '../../../shared/tool/json.ts';

/** The object with one value set at its old place, or taken out where `value` is undefined. */
export function withKey(object: JsonObject, key: string, value: Json | undefined): JsonObject {
  if (value === undefined) {
    return Object.fromEntries(Object.entries(object).filter(([name]) => name !== key));
  }
  // A plain assignment to "__proto__" would set the prototype and lose the value.
  const entries = Object.entries(object);
  const at = entries.findIndex(([name]) => name === key);
  if (at === -1) entries.push([key, value]);
  else entries[at] = [key, value];
  return Object.fromEntries(entries);
}
