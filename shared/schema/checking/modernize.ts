import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';

/**
 * Converts the keywords of draft-3 to draft-7 and of OpenAPI 3.0 to 2020-12, at this level only. `old`: the
 * document declares draft-7 or earlier, in which `$ref` disables its siblings.
 */
export function modernize(schema: JsonSchema, old: boolean): JsonSchema {
  if (old && typeof schema.$ref === 'string') return { $ref: schema.$ref };
  const result: JsonSchema = { ...schema };
  if (typeof result.type === 'string') result.type = result.type.toLowerCase();
  if (result.nullable === true && result.type !== undefined) {
    result.type = [...new Set([result.type, 'null'].flat())];
    if (Array.isArray(result.enum) && !result.enum.includes(null)) {
      result.enum = [...result.enum, null];
    }
  }
  for (const [flag, bound] of [
    ['exclusiveMinimum', 'minimum'],
    ['exclusiveMaximum', 'maximum'],
  ] as const) {
    if (typeof result[flag] !== 'boolean') continue;
    const value = result[bound];
    if (result[flag] && value !== undefined) {
      delete result[bound];
      result[flag] = value;
    } else {
      delete result[flag];
    }
  }
  if (Array.isArray(result.items)) {
    result.prefixItems = result.items;
    delete result.items;
    if (result.additionalItems !== undefined) result.items = result.additionalItems;
  }
  if (isObject(result.dependencies)) splitDependencies(result, result.dependencies);
  const reference = result.$dynamicRef ?? (result.$recursiveRef === '#' ? '#' : undefined);
  if (result.$ref === undefined && reference !== undefined) result.$ref = reference;
  for (const keyword of ['additionalItems', 'dependencies', '$dynamicRef', '$recursiveRef']) {
    delete result[keyword];
  }
  return result;
}

function splitDependencies(result: JsonSchema, dependencies: { [key: string]: Json }) {
  const entries = Object.entries(dependencies);
  result.dependentRequired = Object.fromEntries([
    ...entries.filter(([, value]) => Array.isArray(value)),
    ...(isObject(result.dependentRequired) ? Object.entries(result.dependentRequired) : []),
  ]);
  result.dependentSchemas = Object.fromEntries([
    ...entries.filter(([, value]) => !Array.isArray(value)),
    ...(isObject(result.dependentSchemas) ? Object.entries(result.dependentSchemas) : []),
  ]);
}
