import { isObject } from '../../../shared/schema/json/values.ts';
import { resolveRef } from '../../../shared/schema/resolve-ref.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';

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
  if (typeof $ref === 'string') merged = resolve(resolveRef(root, $ref)?.schema, root, walk);
  if (Array.isArray(allOf)) {
    for (const part of allOf) merged = merge(merged, resolve(part, root, walk));
  }
  merged = merge(merged, own);
  walk.path.pop();
  return merged;
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
