import type { Definition } from '../../tool/definition.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { atPointer, jsonPointer, pointerTokens } from '../json/pointer.ts';
import { isObject, sameJson } from '../json/values.ts';
import { resolveRef } from '../resolve-ref.ts';
import { subschemas } from '../subschemas.ts';
import type { Losses } from './losses.ts';

const MAPS = ['properties', 'dependentSchemas', 'dependentRequired', 'dependencies'];
const LISTS = ['required', 'propertyOrdering'];
const VALUES = ['default', 'const', 'example'];

export const ROOT = '/parameters';

/** Keywords that describe the same object, not a value inside it. */
const SAME_OBJECT = new Set('allOf anyOf oneOf not if then else dependentSchemas'.split(' '));

/**
 * The parameters that a model may see. Parameters that the host injects are removed from every schema of the
 * arguments, also behind references, and reported. The root becomes an object.
 */
export function visible(definition: Definition, losses: Losses): JsonSchema {
  let schema: JsonSchema = { ...definition.parameters };
  if (schema.type !== 'object') {
    if ('type' in schema) losses.rewrite(ROOT, 'type', 'root-type');
    schema.type = 'object';
  }
  if (!isObject(schema.properties)) {
    if ('properties' in schema) losses.rewrite(ROOT, 'properties', 'properties-not-object');
    schema.properties = {};
  }
  const hidden = new Set(definition.hidden);
  const open = hidden.size === 0 ? [] : [''];
  const seen = new Set<string>();
  for (let pointer = open.pop(); pointer !== undefined; pointer = open.pop()) {
    const part = atPointer(schema, pointer);
    if (seen.has(pointer) || !isObject(part)) continue;
    seen.add(pointer);
    const shown = hideNames(part, hidden, ROOT + pointer, losses);
    const next = replaceAt(schema, pointerTokens(pointer), shown);
    if (isObject(next)) schema = next;
    for (const { keyword, tokens } of subschemas(shown)) {
      if (SAME_OBJECT.has(keyword)) open.push(jsonPointer(pointer, ...tokens));
    }
    const target = typeof shown.$ref === 'string' ? resolveRef(schema, shown.$ref) : undefined;
    if (target !== undefined) open.push(target.pointer);
  }
  return schema;
}

function replaceAt(root: Json, tokens: string[], value: Json): Json {
  const [token, ...rest] = tokens;
  if (token === undefined) return value;
  if (Array.isArray(root)) {
    return root.map((item, index) =>
      String(index) === token ? replaceAt(item, rest, value) : item,
    );
  }
  if (!isObject(root)) return root;
  return Object.fromEntries(
    Object.entries(root).map(([name, inner]) => [
      name,
      name === token ? replaceAt(inner, rest, value) : inner,
    ]),
  );
}

/** Removes the injected names from one level of a schema; each removal is a loss. */
function hideNames(
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
