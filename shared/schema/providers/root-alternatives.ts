import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import type { Flat } from './flat.ts';
import { flatten } from './flatten.ts';
import { PropertyForms } from './property-forms.ts';
import type { Source } from './source.ts';
import { ROOT } from './visible.ts';

/**
 * Providers refuse alternatives at the root of the parameters. The parameters of all of them are
 * offered, and required is only what each of them requires.
 */
export function rootAlternatives(flat: Flat, provider: string, source: Source): void {
  for (const keyword of ['anyOf', 'oneOf']) {
    const found = flat.get(keyword);
    if (found === undefined) continue;
    flat.delete(keyword);
    const { value, at } = found;
    if (!Array.isArray(value)) {
      source.losses.drop(at, keyword, 'not-at-root', { provider, keyword });
      continue;
    }
    source.losses.rewrite(at, keyword, 'forms-together', { provider, keyword });
    const forms = value.flatMap((form, index): Flat[] => {
      const place = source.placeOf(form, jsonPointer(at, keyword, index));
      if (isObject(form)) return [flatten(form, place, source, () => true).flat];
      source.say(place, 'drop', 'boolean-form', { value: String(form) });
      return form === false ? [] : [new Map()];
    });
    offer(flat, forms, source);
  }
}

function offer(flat: Flat, forms: Flat[], source: Source): void {
  const { losses } = source;
  const properties = new PropertyForms(source);
  const given = flat.get('properties');
  if (given) properties.add(given);
  for (const form of forms) {
    for (const [keyword, part] of form) {
      if (keyword === 'properties' && isObject(part.value)) properties.add(part);
      else if (keyword === 'required') losses.rewrite(part.at, keyword, 'required-by-every-form');
      else if (keyword !== 'type' || part.value !== 'object')
        losses.drop(part.at, keyword, 'one-form-only');
    }
  }
  const offered = properties.merged();
  if (offered) flat.set('properties', offered);
  const before = listOf(flat, 'required');
  const [first, ...others] = forms.map((form) => new Set(listOf(form, 'required')));
  const added = [...(first ?? [])].filter(
    (name) => !before.includes(name) && others.every((other) => other.has(name)),
  );
  if (added.length === 0) return;
  const at = flat.get('required')?.at;
  if (at !== undefined) losses.rewrite(at, 'required', 'required-added');
  flat.set('required', { value: [...before, ...added], at: at ?? ROOT });
}

function listOf(flat: Flat, keyword: string): Json[] {
  const value = flat.get(keyword)?.value;
  return Array.isArray(value) ? value : [];
}
