import type { JsonObject } from '../../../shared/tool/json.ts';

/** The object with a key renamed at its place; undefined where the new name is taken. */
export function renamedKey(object: JsonObject, from: string, to: string): JsonObject | undefined {
  if (from === to) return object;
  if (Object.hasOwn(object, to)) return undefined;
  return Object.fromEntries(
    Object.entries(object).map(([name, value]) => [name === from ? to : name, value]),
  );
}
