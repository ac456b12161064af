import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import { isObject } from './is-object.ts';

/** Steps for one schema: `allOf` can name its own branches over and over. */
const MAX_STEPS = 256;

/**
 * The schema as one object: local references followed, `allOf` folded in. `{}` (anything goes)
 * for what is no schema, for a reference that leads nowhere and for one that leads to itself.
 */
export function resolveSchema(schema: Json | undefined, root: JsonSchema): JsonObject {
  return resolve(schema, root, { steps: MAX_STEPS, path: [] });
}

interface Walk {
  steps: number;
  path: JsonObject[];
}

function resolve(schema: Json | undefined, root: JsonSchema, walk: Walk): JsonObject {
  if (!isObject(schema) || walk.path.includes(schema) || walk.steps-- <= 0) return {};
  walk.path.push(schema);
  const { $ref, allOf, ...own } = schema;
  let merged: JsonObject = {};
  if (typeof $ref === 'string') merged = resolve(target($ref, root), root, walk);
  if (Array.isArray(allOf)) {
    for (const part of allOf) merged = merge(merged, resolve(part, root, walk));
  }
  merged = merge(merged, own);
  walk.path.pop();
  return merged;
}

function target(reference: string, root: JsonSchema): Json | undefined {
  if (!reference.startsWith('#')) return undefined;
  const fragment = decode(reference.slice(1));
  if (fragment === '') return root;
  if (!fragment.startsWith('/')) return anchored(fragment, root);
  let found: Json | undefined = root;
  for (const step of fragment.slice(1).split('/')) {
    const key = step.replaceAll('~1', '/').replaceAll('~0', '~');
    if (Array.isArray(found)) found = found[Number(key)];
    else if (isObject(found) && Object.hasOwn(found, key)) found = found[key];
    else return undefined;
  }
  return found;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}

function anchored(name: string, root: JsonSchema): Json | undefined {
  const pools = [root['$defs'], root['definitions']].filter(isObject);
  return pools
    .flatMap((pool) => Object.values(pool))
    .find((each) => isObject(each) && each['$anchor'] === name);
}

/** `over` wins, except that properties and required names add up. */
function merge(under: JsonObject, over: JsonObject): JsonObject {
  const merged: JsonObject = { ...under, ...over };
  if (isObject(under['properties']) && isObject(over['properties']))
    merged['properties'] = { ...under['properties'], ...over['properties'] };
  if (Array.isArray(under['required']) && Array.isArray(over['required']))
    merged['required'] = [...new Set([...under['required'], ...over['required']])];
  return merged;
}
