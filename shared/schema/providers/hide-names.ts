import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { sameJson } from '../json/same-json.ts';
import type { Losses } from './losses.ts';

const MAPS = ['properties', 'dependentSchemas', 'dependentRequired', 'dependencies'];
const LISTS = ['required', 'propertyOrdering'];
const VALUES = ['default', 'const', 'example'];

/** A schema without the names that a host gives, at this level; each place where one stood is a loss. */
export function hideNames(
  schema: JsonSchema,
  hidden: ReadonlySet<string>,
  at: string,
  losses: Losses,
): JsonSchema {
  const isShown = (name: Json) => typeof name !== 'string' || !hidden.has(name);
  const without = (value: Json): Json =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).filter(([name]) => isShown(name)))
      : value;
  const shown: JsonSchema = { ...schema };
  const put = (keyword: string, value: Json): void => {
    if (sameJson(shown[keyword], value)) return;
    losses.rewrite(at, keyword, 'host-left-out');
    shown[keyword] = value;
  };
  for (const keyword of MAPS) {
    const map = shown[keyword];
    if (!isObject(map)) continue;
    for (const name of Object.keys(map)) {
      if (isShown(name)) continue;
      losses.drop(jsonPointer(at, keyword), name, 'host-gives', { name });
    }
    const kept = Object.entries(map).filter(([name]) => isShown(name));
    shown[keyword] = Object.fromEntries(kept);
    if (keyword === 'properties' || keyword === 'dependentSchemas') continue;
    put(
      keyword,
      Object.fromEntries(
        kept.map(([name, value]) => [name, Array.isArray(value) ? value.filter(isShown) : value]),
      ),
    );
  }
  for (const keyword of LISTS) {
    const list = shown[keyword];
    if (Array.isArray(list)) put(keyword, list.filter(isShown));
  }
  for (const keyword of VALUES) {
    const value = shown[keyword];
    if (value !== undefined) put(keyword, without(value));
  }
  for (const keyword of ['examples', 'enum']) {
    const list = shown[keyword];
    if (Array.isArray(list)) put(keyword, list.map(without));
  }
  return shown;
}
