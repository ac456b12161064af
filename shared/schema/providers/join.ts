import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { own } from '../json/own.ts';
import { sameJson } from '../json/same-json.ts';
import type { Flat } from './flat.ts';
import type { Losses } from './losses.ts';
import { placeWithin } from './place-within.ts';

const MAPS = new Set(['properties', '$defs', 'definitions']);
const LOWEST = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties']);
const HIGHEST = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties']);

/** Adds a keyword to those that hold already. What both cannot say together is a loss of one. */
export function join(flat: Flat, keyword: string, value: Json, at: string, losses: Losses): void {
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
