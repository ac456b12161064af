import { decimalOf } from '../../tool/decimal.ts';
import { ExactNumber } from '../../tool/exact-number.ts';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';
import type { NumberPlaces } from './number-places.ts';

const isText = (value: Json) => typeof value === 'string';
const isNumber = (value: Json) =>
  value instanceof ExactNumber || (typeof value === 'number' && Number.isFinite(value));
const signOf = (value: Json) => decimalOf(String(value)).sign;
const isCount = (value: Json) => isNumber(value) && signOf(value) >= 0;
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText);

const SHAPES: Record<string, (value: Json) => boolean> = {
  type: (value) => isText(value) || (isTexts(value) && (value as Json[]).length > 0),
  const: () => true,
  enum: (value) => Array.isArray(value),
  required: isTexts,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
  multipleOf: (value) => isNumber(value) && signOf(value) > 0,
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  minLength: isCount,
  maxLength: isCount,
  minItems: isCount,
  maxItems: isCount,
  minContains: isCount,
  maxContains: isCount,
  minProperties: isCount,
  maxProperties: isCount,
  uniqueItems: (value) => typeof value === 'boolean',
};

/** Keywords whose numbers are compared with those of the value; all others count something. */
const COMPARED = new Set('const enum minimum maximum exclusiveMinimum exclusiveMaximum'.split(' '));

/** Returns the value of an assertion for the validator, or undefined if the value is malformed. */
export function assertion(keyword: string, value: Json, numbers: NumberPlaces): Json | undefined {
  if (!wellFormed(keyword, value)) return undefined;
  if (keyword === 'multipleOf') return numbers.factor(value);
  if (COMPARED.has(keyword)) return numbers.of(value);
  return value instanceof ExactNumber ? Number(value.text) : value;
}

/**
 * Whether the value of an assertion is well-formed. `required: true` in a property (draft-3, and many
 * hand-written files) would make the validator throw.
 */
function wellFormed(keyword: string, value: Json): boolean {
  return Object.hasOwn(SHAPES, keyword) && SHAPES[keyword]!(value);
}
