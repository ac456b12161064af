import type { JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { resolveRef } from '../resolve-ref.ts';

const NOTES = new Set(
  'title description default examples deprecated readOnly writeOnly $comment'.split(' '),
);

/**
 * Whether what a schema refers to has to be copied in. Strict mode follows a reference only to the
 * root or to a definition, and takes no other rule beside it.
 */
export function mustInline(schema: JsonSchema, root: JsonSchema): boolean {
  let refs = 0;
  let rules = false;
  let strange = false;
  const look = (part: JsonSchema): void => {
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === '$ref') {
        refs++;
        strange ||= !/^#(?:\/(?:\$defs|definitions)\/[^/]+)?$/.test(String(value));
        strange ||= resolveRef(root, String(value)) === undefined;
      } else if (keyword === 'allOf' && Array.isArray(value)) {
        for (const inner of value) if (isObject(inner)) look(inner);
      } else if (!NOTES.has(keyword) && !keyword.startsWith('x-')) rules = true;
    }
  };
  look(schema);
  return refs > 1 || (refs === 1 && (rules || strange));
}
