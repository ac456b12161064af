import type { JsonSchema } from '../tool/json.ts';
import { everySchema } from './subschemas.ts';
import { atPointer } from './json/pointer.ts';
import { isObject } from './json/values.ts';

/**
 * Resolves a `$ref` within its document: a pointer (`#/$defs/a`), an anchor (`#a`), or the `$id` of one of
 * its schemas. Undefined for another document, which is never fetched.
 */
export function resolveRef(
  root: JsonSchema,
  ref: string,
): { schema: JsonSchema | boolean; pointer: string } | undefined {
  const hash = ref.indexOf('#');
  const address = hash === -1 ? ref : ref.slice(0, hash);
  const base = address === '' ? { schema: root, pointer: '' } : withId(root, address);
  if (base === undefined) return undefined;
  const fragment = decode(hash === -1 ? '' : ref.slice(hash + 1));
  if (fragment === undefined) return undefined;
  if (fragment === '' || fragment.startsWith('/')) {
    const schema = atPointer(base.schema, fragment);
    if (typeof schema !== 'boolean' && !isObject(schema)) return undefined;
    return { schema, pointer: base.pointer + fragment };
  }
  for (const found of everySchema(base.schema, base.pointer)) {
    const { $anchor, $dynamicAnchor, $id } = found.schema;
    if ($anchor === fragment || $dynamicAnchor === fragment || $id === `#${fragment}`) return found;
  }
  return undefined;
}

function withId(root: JsonSchema, address: string) {
  for (const found of everySchema(root)) {
    const { $id } = found.schema;
    if (typeof $id === 'string' && $id.replace(/#$/, '') === address) return found;
  }
  return undefined;
}

function decode(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return undefined;
  }
}
