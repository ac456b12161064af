import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { describeExpected } from './describe-expected.ts';
import { describeValue } from './describe-value.ts';

const counted = (value: Json | undefined, one: string, many: string) =>
  `${String(value)} ${value === 1 ? one : many}`;

/** What each keyword asks for, from its value. Source: JSON Schema 2020-12, validation. */
const wanted: Record<string, (value: Json | undefined) => string> = {
  minimum: (value) => `at least ${String(value)}`,
  maximum: (value) => `at most ${String(value)}`,
  exclusiveMinimum: (value) => `more than ${String(value)}`,
  exclusiveMaximum: (value) => `less than ${String(value)}`,
  multipleOf: (value) => `a multiple of ${String(value)}`,
  minLength: (value) => `a text of at least ${counted(value, 'character', 'characters')}`,
  maxLength: (value) => `a text of at most ${counted(value, 'character', 'characters')}`,
  minItems: (value) => `a list of at least ${counted(value, 'item', 'items')}`,
  maxItems: (value) => `a list of at most ${counted(value, 'item', 'items')}`,
  minProperties: (value) => `an object of at least ${counted(value, 'entry', 'entries')}`,
  maxProperties: (value) => `an object of at most ${counted(value, 'entry', 'entries')}`,
  minContains: (value) => `a list with at least ${counted(value, 'fitting item', 'fitting items')}`,
  maxContains: (value) => `a list with at most ${counted(value, 'fitting item', 'fitting items')}`,
  uniqueItems: () => 'a list without doubles',
  contains: () => 'a list with an item that fits',
  propertyNames: () => 'an object whose names all fit',
  not: () => 'a value that does not fit this form',
  format: (value) => `a text of the format "${String(value)}"`,
  pattern: (value) => `a text that matches "${String(value)}"`,
};

/** One sentence for a violated keyword: what was expected and what was given. */
export function sentence(keyword: string, part: Json, given: Json | undefined): string {
  const value = isObject(part) ? part[keyword] : undefined;
  const words = wanted[keyword]?.(value) ?? describeExpected(part);
  return `Expected ${words}, got ${describeValue(given)}`;
}
