import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject, own, sameJson } from '../json/values.ts';
import { jsonPointer } from '../json/pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import type { Losses } from './losses.ts';
import type { Source } from './source.ts';

/** The path of an entry of a map, such as `properties`, in the definition. */
export const placeWithin = (part: Part, keyword: string, name: string): string =>
  part.moved?.get(name) ?? jsonPointer(part.at, keyword, name);

/** The value of a keyword, and the path of the schema that contains it. */
export interface Part {
  value: Json;
  at: string;
  /** The original paths of map entries that came from another schema. */
  moved?: ReadonlyMap<string, string>;
}

/** The values by keyword. */
export type Flat = Map<string, Part>;

const MAPS = new Set(['properties', '$defs', 'definitions']);
const LOWEST = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const HIGHEST = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);

interface Flattened {
  flat: Flat;
  /** The inlined definitions, which must stay marked as open while their contents are converted. */
  opened: string[];
}

/**
 * Merges a schema, its `allOf` and (with `inline`) its `$ref` into one level of keywords. Each keyword keeps
 * its original path; conflicts are losses.
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
      // Two parts of one schema may refer to the same definition, which then counts once.
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

/** Adds a keyword to the merged ones. If both cannot hold together, one is a loss. */
function join(flat: Flat, keyword: string, value: Json, at: string, losses: Losses): void {
  const before = flat.get(keyword);
  if (before === undefined) {
    flat.set(keyword, { value, at });
    return;
  }
  if (sameJson(before.value, value)) {
    losses.twin(jsonPointer(before.at, keyword), jsonPointer(at, keyword));
    return;
  }
  if (keyword === 'required' && Array.isArray(before.value) && Array.isArray(value)) {
    const { value: first } = before;
    const all = [...first, ...value.filter((name) => !first.includes(name))];
    const reason = 'joined-list';
    if (all.length !== first.length) losses.rewrite(before.at, keyword, reason);
    losses.rewrite(at, keyword, reason);
    flat.set(keyword, { value: all, at: before.at });
  } else if (MAPS.has(keyword) && isObject(before.value) && isObject(value)) {
    const all = new Map(Object.entries(before.value));
    const moved = new Map(before.moved);
    losses.together(jsonPointer(before.at, keyword), jsonPointer(at, keyword));
    for (const [name, inner] of Object.entries(value)) {
      const path = jsonPointer(at, keyword, name);
      if (!all.has(name)) {
        all.set(name, inner);
        moved.set(name, path);
      } else if (sameJson(own(before.value, name), inner)) {
        losses.twin(placeWithin(before, keyword, name), path);
      } else {
        losses.drop(jsonPointer(at, keyword), name, 'another-property', { name });
      }
    }
    flat.set(keyword, { value: Object.fromEntries(all), at: before.at, moved });
  } else if (tighter(keyword, before.value, value)) {
    losses.drop(before.at, keyword, 'tighter-bound');
    flat.set(keyword, { value, at });
  } else {
    losses.drop(at, keyword, 'another-keyword', { keyword });
  }
}

function tighter(keyword: string, before: Json, value: Json): boolean {
  if (typeof before !== 'number' || typeof value !== 'number') return false;
  return (LOWEST.has(keyword) && value < before) || (HIGHEST.has(keyword) && value > before);
}
