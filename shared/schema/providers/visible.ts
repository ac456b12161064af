import type { Definition } from '../../tool/definition.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { atPointer } from '../json/at-pointer.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { pointerTokens } from '../json/pointer-tokens.ts';
import { resolveRef } from '../resolve-ref.ts';
import { subschemas } from '../subschemas.ts';
import { hideNames } from './hide-names.ts';
import type { Losses } from './losses.ts';

export const ROOT = '/parameters';

/** What these hold is about the same object, not about a value within it. */
const SAME_OBJECT = new Set('allOf anyOf oneOf not if then else dependentSchemas'.split(' '));

/**
 * The parameters that a model may see: those that a host injects are left out of every schema that
 * speaks of the arguments, also behind references, and said so. The root becomes an object.
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
