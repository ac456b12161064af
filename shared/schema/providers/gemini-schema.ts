import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import type { Losses } from './losses.ts';
import { mergeAllOf } from './merge-all-of.ts';
import { ROOT } from './visible.ts';

/** Fields of Gemini's `Schema` that mean what JSON Schema means. Source: Gemini API, Schema. */
const KEPT = new Set(
  `title description default minItems maxItems minProperties maxProperties minLength maxLength pattern
   minimum maximum nullable propertyOrdering example`.split(/\s+/),
);
const FORMATS: Record<string, string[]> = {
  number: ['float', 'double'],
  integer: ['int32', 'int64'],
  string: ['enum', 'date-time'],
};
/** Said while references are looked up, and gone once they are. */
const DEFINITIONS = new Set(['$defs', 'definitions']);

/** A schema in Gemini's subset of OpenAPI 3.0, with everything else named as lost. */
export function geminiSchema(root: JsonSchema, losses: Losses): JsonSchema {
  const open: string[] = [];

  const reference = (schema: JsonSchema, at: string): JsonSchema => {
    const { $ref, ...beside } = schema;
    const found = resolveRef(root, String($ref));
    const again = found && open.includes(found.pointer);
    if (!found || again || !isObject(found.schema)) {
      losses.drop(
        at,
        '$ref',
        again
          ? 'Gemini has no references, and this one refers to itself'
          : 'Gemini has no references',
      );
      return convert({ type: 'object', ...beside }, at);
    }
    losses.rewrite(at, '$ref', 'Gemini has no references; what it refers to is sent in its place');
    open.push(found.pointer);
    // What is lost in the definition is lost at its own place.
    const inlined = convert(found.schema, `${ROOT}${found.pointer}`);
    open.pop();
    return { ...inlined, ...convert(beside, at) };
  };

  const types = (schema: JsonSchema, at: string, result: JsonSchema): void => {
    const { type } = schema;
    if (typeof type === 'string') {
      result.type = type;
      return;
    }
    if (!Array.isArray(type)) return;
    const named = type.filter((one) => one !== 'null');
    if (named.length < type.length) result.nullable = true;
    losses.rewrite(
      at,
      'type',
      'Gemini takes one type; null is said by "nullable", others are alternatives',
    );
    if (named.length === 1) result.type = named[0] ?? 'string';
    else if (!('anyOf' in schema)) result.anyOf = named.map((one) => ({ type: one }));
  };

  /** Alternatives; one that is only null becomes `nullable`. */
  const alternatives = (keyword: string, part: Json[], at: string, result: JsonSchema): void => {
    if ('anyOf' in result) return losses.drop(at, keyword, 'It stands beside other alternatives');
    const isNull = (arm: Json) => isObject(arm) && arm.type === 'null';
    const arms = [...part.entries()].filter(([, arm]) => !isNull(arm));
    if (keyword === 'oneOf') losses.rewrite(at, 'oneOf', 'Gemini has "anyOf" only');
    if (arms.length < part.length) {
      result.nullable = true;
      losses.rewrite(at, keyword, 'Gemini says null by "nullable"');
    }
    const made = arms.map(([index, arm]) => convert(arm, jsonPointer(at, keyword, index)));
    if (made.length === 1 && arms.length < part.length)
      Object.assign(result, { ...made[0], ...result });
    else result.anyOf = made;
  };

  const keep = (
    schema: JsonSchema,
    keyword: string,
    part: Json,
    at: string,
    result: JsonSchema,
  ): void => {
    if (KEPT.has(keyword)) result[keyword] = part;
    else if (keyword === 'properties' && isObject(part))
      result.properties = Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [
          name,
          convert(inner, jsonPointer(at, keyword, name)),
        ]),
      );
    else if (keyword === 'items' && !Array.isArray(part))
      result.items = convert(part, jsonPointer(at, keyword));
    else if (keyword === 'required' && Array.isArray(part)) {
      if (part.length > 0 || at === ROOT) result.required = part;
      else losses.drop(at, keyword, 'An empty list says nothing');
    } else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(part))
      alternatives(keyword, part, at, result);
    else if (keyword === 'enum' && Array.isArray(part)) texts('enum', part, at, result);
    else if (keyword === 'const') {
      losses.rewrite(at, 'const', 'Gemini has no "const"; it is sent as an "enum" of one');
      texts('const', [part], at, result);
    } else if (keyword === 'format' && FORMATS[String(schema.type)]?.includes(String(part)))
      result.format = part;
    else if (
      keyword === 'examples' &&
      Array.isArray(part) &&
      part.length > 0 &&
      !('example' in schema)
    ) {
      result.example = part[0] ?? null;
      losses.rewrite(at, keyword, 'Gemini takes one example');
    } else if (DEFINITIONS.has(keyword))
      losses.rewrite(
        at,
        keyword,
        'Gemini has no definitions; they are sent where they are referred to',
      );
    else
      losses.drop(
        at,
        keyword,
        `Gemini does not take "${keyword}"${keyword === 'format' ? ` "${String(part)}"` : ''}`,
      );
  };

  const texts = (keyword: string, values: Json[], at: string, result: JsonSchema): void => {
    const named = values.filter((value) => value !== null);
    if (named.length < values.length) {
      result.nullable = true;
      losses.rewrite(at, keyword, 'Gemini says null by "nullable"');
    }
    if (named.length === 0) return;
    if (named.every((value) => typeof value === 'string')) {
      result.enum = named;
      result.type ??= 'string';
    } else
      losses.drop(
        at,
        keyword,
        `Gemini takes an enum of texts only, not ${named
          .map((value) => JSON.stringify(value))
          .join(', ')
          .slice(0, 120)}`,
      );
  };

  const convert = (value: Json, at: string): JsonSchema => {
    if (!isObject(value)) {
      const cut = at.lastIndexOf('/');
      losses.rewrite(at.slice(0, cut), at.slice(cut + 1), 'Gemini knows no boolean schemas');
      return { type: 'string' };
    }
    if ('$ref' in value) return reference(value, at);
    const merged = 'allOf' in value ? mergeAllOf(value) : undefined;
    if (merged)
      losses.rewrite(at, 'allOf', 'Gemini has no "allOf"; its parts are sent as one schema');
    const schema = merged ?? value;
    const result: JsonSchema = {};
    types(schema, at, result);
    for (const [keyword, part] of Object.entries(schema))
      if (keyword !== 'type') keep(schema, keyword, part, at, result);
    return result;
  };

  return convert(root, ROOT);
}
