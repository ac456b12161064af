import { decimalOf, integerText, isWhole } from '../tool/decimal.ts';
import { ExactNumber, readJson } from '../tool/exact-number.ts';
import type { Json, JsonSchema } from '../tool/json.ts';
import { isObject, own } from './json/values.ts';
import { resolveRef } from './resolve-ref.ts';

const DEEPEST = 64;

/**
 * Writes each whole number such as `3.0` or `1e3` as an integer if its schema asks for an integer. JSON
 * Schema 2020-12, section 6.1.1, treats them as integers, and languages tell the two apart.
 */
export function wholeNumbers(root: JsonSchema, value: Json): Json {
  const walk = (schemas: JsonSchema[], given: Json, depth: number): Json => {
    const all = depth > DEEPEST ? [] : schemas.flatMap((schema) => applied(root, schema, depth));
    if (all.length === 0) return given;
    if (given instanceof ExactNumber) return wantsInteger(all) ? whole(given) : given;
    if (Array.isArray(given))
      return given.map((one, index) => walk(objects(all.map(itemAt(index))), one, depth + 1));
    if (!isObject(given)) return given;
    return Object.fromEntries(
      Object.entries(given).map(([name, one]) => [
        name,
        walk(objects(all.map(memberAt(name))), one, depth + 1),
      ]),
    );
  };
  return walk([root], value, 0);
}

function whole(number: ExactNumber): Json {
  const decimal = decimalOf(number.text);
  const text = isWhole(decimal) ? integerText(decimal) : undefined;
  return text === undefined ? number : (readJson(text) as Json);
}

/** The schemas that can apply at the same place. */
function applied(root: JsonSchema, schema: JsonSchema, depth: number): JsonSchema[] {
  if (depth > DEEPEST) return [];
  const { $ref } = schema;
  const target = typeof $ref === 'string' ? resolveRef(root, $ref)?.schema : undefined;
  const parts = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) =>
    Array.isArray(list) ? list : [],
  );
  return [schema, ...objects([target, ...parts]).flatMap((one) => applied(root, one, depth + 1))];
}

function wantsInteger(schemas: JsonSchema[]): boolean {
  const types = schemas.flatMap(({ type }) => [type].flat());
  return types.includes('integer') && !types.includes('number');
}

const objects = (found: (Json | undefined)[]): JsonSchema[] => found.filter(isObject);

const itemAt = (index: number) => (schema: JsonSchema) => {
  const { prefixItems, items } = schema;
  const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
  return first[index] ?? (Array.isArray(items) ? schema.additionalItems : items);
};

const memberAt = (name: string) => (schema: JsonSchema) => {
  const { properties } = schema;
  return (isObject(properties) ? own(properties, name) : undefined) ?? schema.additionalProperties;
};
