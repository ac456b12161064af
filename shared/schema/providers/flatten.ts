import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import type { Flat } from './flat.ts';
import { join } from './join.ts';
import type { Source } from './source.ts';

export interface Flattened {
  flat: Flat;
  /** Definitions that are in it: to be held open while what lies below is converted. */
  opened: string[];
}

/**
 * One level of keywords that says what a schema, the parts of its `allOf` and (with `inline`) what
 * its `$ref` means say together. Each keyword keeps the place that it comes from; what cannot be
 * said together is a loss.
 */
export function flatten(
  schema: JsonSchema,
  at: string,
  source: Source,
  inline: (part: JsonSchema) => boolean,
): Flattened {
  const { losses } = source;
  const flat: Flat = new Map();
  const opened: string[] = [];

  const add = (part: JsonSchema, place: string): void => {
    const follows = typeof part.$ref === 'string' && inline(part);
    for (const [keyword, value] of Object.entries(part)) {
      if (keyword === '$ref' && follows) continue;
      if (keyword === 'allOf' && Array.isArray(value)) continue;
      join(flat, keyword, value, place, losses);
    }
    if (follows) follow(part.$ref as string, place);
    if (Array.isArray(part.allOf)) merge(part.allOf, place);
  };

  const follow = (ref: string, place: string): void => {
    if (opened.includes(resolveRef(source.root, ref)?.pointer ?? 'nowhere')) {
      // Two parts of one schema may mean the same definition: it holds once.
      losses.rewrite(place, '$ref', 'reference-inlined');
      return;
    }
    const target = source.target(ref);
    if ('why' in target) {
      losses.drop(place, '$ref', target.why, { ref });
      return;
    }
    losses.rewrite(place, '$ref', 'reference-inlined');
    opened.push(target.pointer);
    source.open.push(target.pointer);
    add(target.schema, source.placeOf(target.schema, place));
  };

  const merge = (parts: Json[], place: string): void => {
    losses.rewrite(place, 'allOf', 'parts-as-one');
    for (const [index, part] of parts.entries()) {
      const partPlace = source.placeOf(part, jsonPointer(place, 'allOf', index));
      if (isObject(part)) add(part, partPlace);
      else source.say(partPlace, 'drop', 'boolean-part', { value: String(part) });
    }
  };

  add(schema, at);
  source.open.length -= opened.length;
  return { flat, opened };
}
