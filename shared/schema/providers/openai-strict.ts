import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { jsonPointer } from '../json/json-pointer.ts';
import type { Losses } from './losses.ts';
import { mergeAllOf } from './merge-all-of.ts';
import { nullable } from './nullable.ts';
import { ROOT } from './visible.ts';

/** Keywords that structured outputs enforce. Source: OpenAI, Structured Outputs, supported schemas. */
const KEPT = new Set(
  `type title description enum const pattern multipleOf minimum maximum exclusiveMinimum exclusiveMaximum
   minItems maxItems $ref $anchor`.split(/\s+/),
);
const FORMATS = new Set('date-time time date duration email hostname ipv4 ipv6 uuid'.split(' '));

type Convert = (schema: Json, at: string) => JsonSchema;

const isObjectSchema = (schema: JsonSchema) =>
  [schema.type].flat().includes('object') || 'properties' in schema;

/** Every property is required in strict mode: one that was optional may be null instead. */
function properties(schema: JsonSchema, at: string, losses: Losses, convert: Convert): JsonSchema {
  const given = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  const made: Record<string, JsonSchema> = {};
  for (const [name, property] of Object.entries(given)) {
    const converted = convert(property, jsonPointer(at, 'properties', name));
    const optional = !required.includes(name);
    Object.defineProperty(made, name, {
      value: optional ? nullable(converted) : converted,
      enumerable: true,
    });
    if (optional)
      losses.rewrite(
        jsonPointer(at, 'properties'),
        name,
        `"${name}" was optional. Strict mode wants every parameter required, so it is sent as required and may be null`,
      );
  }
  const all = Object.keys(given);
  const isWhole = required.length === all.length && all.every((name) => required.includes(name));
  const names = isWhole ? required : all;
  if ('required' in schema && all.some((name) => !required.includes(name)))
    losses.rewrite(at, 'required', 'Strict mode wants every property required');
  else if (required.some((name) => !all.includes(String(name))))
    losses.rewrite(at, 'required', 'A required name that is no property cannot be sent');
  const { additionalProperties } = schema;
  if (additionalProperties !== undefined && additionalProperties !== false)
    losses.rewrite(
      at,
      'additionalProperties',
      'Strict mode allows no properties but the declared ones',
    );
  return { properties: made, required: names, additionalProperties: false };
}

/** A schema in the subset that strict mode enforces, with everything else named as lost. */
export function openaiStrict(root: JsonSchema, losses: Losses): JsonSchema {
  const convert: Convert = (value, at) => {
    if (!isObject(value)) {
      losses.rewrite(
        at.slice(0, at.lastIndexOf('/')),
        at.slice(at.lastIndexOf('/') + 1),
        'Strict mode knows no boolean schemas',
      );
      return {};
    }
    const merged = 'allOf' in value ? mergeAllOf(value) : undefined;
    if (merged)
      losses.rewrite(at, 'allOf', 'Strict mode has no "allOf"; its parts are sent as one schema');
    const schema = merged ?? value;
    const result: JsonSchema = {};
    for (const [keyword, part] of Object.entries(schema)) keep(result, keyword, part, at);
    if (isObjectSchema(schema)) Object.assign(result, properties(schema, at, losses, convert));
    return result;
  };

  const keep = (result: JsonSchema, keyword: string, part: Json, at: string): void => {
    if (KEPT.has(keyword)) result[keyword] = part;
    else if (keyword === 'format' && FORMATS.has(String(part))) result.format = part;
    else if (keyword === 'items' && !Array.isArray(part))
      result.items = convert(part, jsonPointer(at, 'items'));
    else if ((keyword === '$defs' || keyword === 'definitions') && isObject(part))
      result[keyword] = Object.fromEntries(
        Object.entries(part).map(([name, inner]) => [
          name,
          convert(inner, jsonPointer(at, keyword, name)),
        ]),
      );
    else if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(part) && at !== ROOT) {
      if (keyword === 'oneOf') losses.rewrite(at, 'oneOf', 'Strict mode has "anyOf" only');
      if (keyword === 'oneOf' && 'anyOf' in result)
        losses.drop(at, 'oneOf', 'It stands beside "anyOf"');
      else
        result.anyOf = part.map((inner, index) => convert(inner, jsonPointer(at, keyword, index)));
    } else if (!['properties', 'required', 'additionalProperties'].includes(keyword))
      losses.drop(
        at,
        keyword,
        `Strict mode does not take "${keyword}"${keyword === 'format' ? ` "${String(part)}"` : ''}`,
      );
    else if (!isObjectSchema({ ...result, [keyword]: part }) && !('properties' in result))
      losses.drop(at, keyword, `"${keyword}" says nothing where the type is no object`);
  };

  return convert(root, ROOT);
}
