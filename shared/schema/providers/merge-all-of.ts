import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { sameJson } from '../json/same-json.ts';

/**
 * One schema that says what all parts of an `allOf` say together, or undefined where two of them
 * speak of the same keyword in ways that cannot be joined.
 */
export function mergeAllOf(schema: JsonSchema): JsonSchema | undefined {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf)) return undefined;
  const merged: JsonSchema = { ...rest };
  for (const part of allOf) {
    if (part === true) continue;
    if (!isObject(part) || '$ref' in part || 'if' in part) return undefined;
    for (const [keyword, value] of Object.entries(part)) {
      const joined = join(keyword, merged[keyword], value);
      if (joined === undefined) return undefined;
      merged[keyword] = joined;
    }
  }
  return merged;
}

function join(keyword: string, mine: Json | undefined, theirs: Json): Json | undefined {
  if (mine === undefined || sameJson(mine, theirs)) return theirs;
  if (keyword === 'required' && Array.isArray(mine) && Array.isArray(theirs))
    return [...new Set([...mine, ...theirs])];
  if (keyword === 'properties' && isObject(mine) && isObject(theirs)) {
    const clash = Object.keys(theirs).some((name) => Object.hasOwn(mine, name));
    return clash ? undefined : { ...mine, ...theirs };
  }
  return undefined;
}
