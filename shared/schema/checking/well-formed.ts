import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';

const isText = (value: Json) => typeof value === 'string';
const isNumber = (value: Json) => typeof value === 'number' && Number.isFinite(value);
const isCount = (value: Json) => isNumber(value) && (value as number) >= 0;
const isTexts = (value: Json) => Array.isArray(value) && value.every(isText);

const SHAPES: Record<string, (value: Json) => boolean> = {
  type: (value) => isText(value) || (isTexts(value) && (value as Json[]).length > 0),
  const: () => true,
  enum: (value) => Array.isArray(value),
  required: isTexts,
  dependentRequired: (value) => isObject(value) && Object.values(value).every(isTexts),
  multipleOf: (value) => isNumber(value) && (value as number) > 0,
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

/**
 * Whether an assertion has a value that it can be judged by. `required: true` beside a property
 * (draft-3, and many hand-written files) would otherwise stop the validator.
 */
export function wellFormed(keyword: string, value: Json): boolean {
  return Object.hasOwn(SHAPES, keyword) && SHAPES[keyword]!(value);
}
