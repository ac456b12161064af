import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { sameJson } from '../json/same-json.ts';
import { flatten } from './flatten.ts';
import { geminiValues } from './gemini-values.ts';
import type { Flat, Part } from './flat.ts';
import type { Losses } from './losses.ts';
import { placeWithin } from './place-within.ts';
import { rootAlternatives } from './root-alternatives.ts';
import { Source } from './source.ts';
import { ROOT } from './visible.ts';

/** Fields of Gemini's `Schema` that mean what JSON Schema means. Source: Gemini API, Schema. */
const KEPT = new Set(
  `title description default minItems maxItems minProperties maxProperties minLength maxLength pattern
  minimum maximum nullable propertyOrdering example`.split(/\s+/),
);
/**
 * The reference allows any format by now, but requests with others were answered with status 400, so
 * that a hint is lost rather than the call.
 */
const FORMATS = new Map([
  ['number', ['float', 'double']],
  ['integer', ['int32', 'int64']],
  ['string', ['enum', 'date-time']],
]);

/** A schema in Gemini's subset of OpenAPI 3.0, with everything else named as lost. */
export function geminiSchema(parameters: JsonSchema, losses: Losses): JsonSchema {
  const source = new Source(parameters, losses);

  const convert = (value: Json, given: string): JsonSchema => {
    source.count();
    const at = source.placeOf(value, given);
    if (!isObject(value)) {
      source.say(at, 'rewrite', 'gemini-boolean');
      return { type: 'string' };
    }
    const { flat, opened } = flatten(value, at, source, () => true);
    if (value === source.root) rootAlternatives(flat, 'Gemini', source);
    source.open.push(...opened);
    const result: JsonSchema = {};
    const type = flat.get('type');
    if (type) types(type, flat, result);
    for (const [keyword, part] of flat)
      if (keyword !== 'type' && keyword !== 'nullable') keep(result, keyword, part, flat);
    // Last, for other keywords may say null as well.
    const says = flat.get('nullable');
    if (says) keep(result, 'nullable', says, flat);
    source.open.length -= opened.length;
    return result;
  };

  const types = ({ value, at }: Part, flat: Flat, result: JsonSchema): void => {
    if (!Array.isArray(value)) {
      result.type = value;
      return;
    }
    const named = value.filter((one) => one !== 'null');
    if (named.length < value.length) result.nullable = true;
    losses.rewrite(at, 'type', 'gemini-one-type');
    if (named.length < 2) result.type = named[0] ?? 'string';
    else if (!flat.has('anyOf') && !flat.has('oneOf'))
      result.anyOf = named.map((one) => ({ type: one }));
  };

  const keep = (result: JsonSchema, keyword: string, part: Part, flat: Flat): void => {
    const { value, at } = part;
    const path = jsonPointer(at, keyword);
    if (keyword === 'nullable' && result.nullable === true && value !== true)
      losses.drop(at, keyword, 'gemini-null-already');
    else if (KEPT.has(keyword)) result[keyword] = value;
    else if (keyword === 'properties' && isObject(value))
      result.properties = Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [
          name,
          convert(inner, placeWithin(part, keyword, name)),
        ]),
      );
    else if (keyword === 'items' && !Array.isArray(value)) result.items = convert(value, path);
    else if (keyword === 'required' && Array.isArray(value)) required(result, part, flat);
    else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value))
      alternatives(result, keyword, value, at);
    else if (keyword === 'enum' || keyword === 'const')
      geminiValues(result, keyword, value, at, losses);
    else if (
      keyword === 'format' &&
      FORMATS.get(String(flat.get('type')?.value))?.includes(String(value))
    )
      result.format = value;
    else if (
      keyword === 'examples' &&
      Array.isArray(value) &&
      value.length > 0 &&
      !flat.has('example')
    ) {
      result.example = value[0]!;
      losses.rewrite(at, keyword, 'gemini-example');
    } else if (keyword === '$defs' || keyword === 'definitions')
      losses.rewrite(at, keyword, 'gemini-definitions');
    else {
      if (keyword === 'format')
        losses.drop(at, keyword, 'gemini-format', { format: String(value) });
      else losses.drop(at, keyword, 'gemini-keyword', { keyword });
    }
  };

  const required = (result: JsonSchema, { value, at }: Part, flat: Flat): void => {
    const properties = flat.get('properties')?.value;
    const names = Array.isArray(value) ? value : [];
    const known = names.filter(
      (name) => typeof name === 'string' && isObject(properties) && Object.hasOwn(properties, name),
    );
    if (known.length < names.length) losses.rewrite(at, 'required', 'gemini-required');
    if (known.length > 0 || at === ROOT) result.required = known;
    else losses.drop(at, 'required', 'gemini-empty-list');
  };

  /** Alternatives; one that is only null becomes `nullable`. */
  const alternatives = (result: JsonSchema, keyword: string, arms: Json[], at: string): void => {
    if ('anyOf' in result) {
      losses.drop(at, keyword, 'gemini-beside-alternatives');
      return;
    }
    const isNull = (arm: Json) =>
      isObject(arm) && arm.type === 'null' && Object.keys(arm).length < 2;
    const kept = [...arms.entries()].filter(([, arm]) => !isNull(arm));
    if (keyword === 'oneOf') losses.rewrite(at, keyword, 'gemini-one-of');
    for (const [index, arm] of arms.entries()) {
      if (!isNull(arm)) continue;
      result.nullable = true;
      losses.rewrite(at, keyword, 'gemini-null');
      const here = jsonPointer(at, keyword, index);
      const place = source.placeOf(arm, here);
      if (place !== here) losses.rewrite(place, 'type', 'gemini-null');
    }
    const made = kept.map(([index, arm]) => convert(arm, jsonPointer(at, keyword, index)));
    const [only] = made;
    // An arm that says what stands beside it otherwise has to stay an arm.
    const joins =
      only &&
      Object.entries(only).every(
        ([name, value]) => !(name in result) || sameJson(result[name], value),
      );
    if (only && made.length === 1 && joins && kept.length < arms.length)
      Object.assign(result, only);
    else if (made.length > 0) result.anyOf = made;
  };

  return convert(source.root, ROOT);
}
