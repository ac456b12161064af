import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject, sameJson } from '../json/values.ts';
import { jsonPointer } from '../json/pointer.ts';
import { flatten, placeWithin } from './flatten.ts';
import type { Flat, Part } from './flatten.ts';
import type { Losses } from './losses.ts';
import { Source } from './source.ts';
import { ROOT } from './visible.ts';

interface Form {
  schema: Json;
  place: string;
}

/** Collects the properties of several schemas. A name with different schemas may have either. */
class PropertyForms {
  readonly #source: Source;
  readonly #forms = new Map<string, Form[]>();
  #at: string | undefined;

  constructor(source: Source) {
    this.#source = source;
  }

  add(part: Part): void {
    this.#at ??= part.at;
    if (part.at !== this.#at) {
      const [first, other] = [this.#at, part.at].map((at) => jsonPointer(at, 'properties'));
      this.#source.losses.together(first!, other!);
    }
    for (const [name, schema] of Object.entries(isObject(part.value) ? part.value : {})) {
      const place = placeWithin(part, 'properties', name);
      const forms = this.#forms.get(name) ?? [];
      this.#forms.set(name, forms);
      const same = forms.find((form) => sameJson(form.schema, schema));
      if (same) this.#source.losses.twin(same.place, place);
      else forms.push({ schema, place });
    }
  }

  /** All of them as one `properties`; undefined if there are none. */
  merged(): Part | undefined {
    if (this.#at === undefined) return undefined;
    const value = Object.fromEntries(
      [...this.#forms].map(([name, forms]) => [name, this.#either(name, forms)]),
    );
    const moved = new Map([...this.#forms].map(([name, [first]]) => [name, first!.place]));
    return { value, at: this.#at, moved };
  }

  #either(name: string, forms: Form[]): Json {
    if (forms.length === 1) return forms[0]!.schema;
    const arms = forms.flatMap(({ schema, place }) => {
      this.#source.say(place, 'rewrite', 'forms-differ', { name });
      // No value satisfies `false`, so it adds nothing.
      if (schema === false) return [];
      return [schema === true ? {} : schema];
    });
    return arms.length === 1 ? arms[0]! : { anyOf: arms };
  }
}

const COMBINED = ['$ref', 'allOf', 'anyOf', 'oneOf'];

/**
 * The schema for a provider that accepts JSON Schema, but only a plain object at the root: no reference, no
 * combination, and none of the `refused` keywords.
 */
export function objectRoot(
  schema: JsonSchema,
  provider: string,
  refused: string[],
  losses: Losses,
): JsonSchema {
  if (![...COMBINED, ...refused].some((keyword) => keyword in schema)) return schema;
  const source = new Source(schema, losses);
  const { flat } = flatten(source.root, ROOT, source, () => true);
  rootAlternatives(flat, provider, source);
  for (const keyword of refused) {
    const found = flat.get(keyword);
    if (!found) continue;
    losses.drop(found.at, keyword, 'not-at-root', { provider, keyword });
    flat.delete(keyword);
  }
  return Object.fromEntries([...flat].map(([keyword, { value }]) => [keyword, value]));
}

/**
 * Providers refuse alternatives at the root. The result offers the parameters of all alternatives and
 * requires only those that each one requires.
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
