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

/** The object with a key renamed at its place; undefined where the new name is taken. */
export function renamedKey(object: JsonObject, from: string, to: string): JsonObject | undefined {
  if (from === to) return object;
  if (Object.hasOwn(object, to)) return undefined;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}

/** The list with the entry at `from` taken out and put in at `to`; as it is where either is outside. */
export function moved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const next = [...list];
  if (from < 0 || to < 0 || from >= list.length || to >= list.length) return next;
  next.splice(to, 0, ...next.splice(from, 1));
  return next;
}
