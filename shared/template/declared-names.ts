import type { JsonSchema } from '../tool/json.ts';

/** The names that a schema declares; undefined where it declares none and any name is one. */
export function declaredNames(parameters: JsonSchema): ReadonlySet<string> | undefined {
  const { properties } = parameters;
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return undefined;
  }
  return new Set(Object.keys(properties));
}
