import { ExactNumber, writeJson } from '../../tool/exact-number.ts';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/values.ts';

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

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

/** What a schema asks for, in the words of a sentence, such as `a whole number or null`. */
export function describeExpected(schema: Json | undefined): string {
  if (!isObject(schema)) return 'a value';
  if ('const' in schema) return quote(schema.const!);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum.map(quote));
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length > 0)
    return oneOf(types.map((type) => TYPES[type] ?? `a value of type "${type}"`));
  const options = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(options)) return oneOf([...new Set(options.map(describeExpected))]);
  return 'a value';
}

function quote(value: Json): string {
  const text = writeJson(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function oneOf(words: string[]): string {
  const shown = words.length > 12 ? [...words.slice(0, 11), `${words.length - 11} more`] : words;
  return shown.length < 2
    ? (shown[0] ?? 'no value at all')
    : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** A value in the words of a sentence, such as `the text "abc"`; long texts are cut. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
  if (value instanceof ExactNumber) return value.text;
  switch (typeof value) {
    case 'string': {
      const signs = [...value.slice(0, 200)];
      return `the text "${signs.slice(0, 60).join('')}${signs.length > 60 ? '…' : ''}"`;
    }
    case 'object':
      return 'an object';
    default:
      return `${value}`;
  }
}
