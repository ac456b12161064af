import type { PhraseText, PhraseWords } from '../../tool/problem/phrase.ts';

const counted = (before: string, one: string, many: string): PhraseText => ({
  one: `${before} {count} ${one}`,
  other: `${before} {count} ${many}`,
});

/**
 * Why a value does not match a schema, by code, as models read it. The page words the same codes in other
 * languages.
 */
export const issueTexts = {
  unlike: 'Expected {expected}, got {given}',
  'matches-none': 'Expected {expected}, got {given}, which matches none',
  'matches-several':
    'Expected exactly one of {count} forms, got {given}, which matches {matching} of them',
  missing: '"{name}" is required and missing; expected {expected}',
  'unknown-name': 'Unknown name "{name}"; known names: {names}',
  'unknown-name-of-many': 'Unknown name "{name}"; known names: {names} and more',
  'no-name-here': '"{name}" is not allowed here',
  'schema-too-deep': 'The schema is nested deeper than {most} levels',
  'value-too-deep': 'The value is nested deeper than {most} levels',
  'schema-parts': 'The schema has more than {most} parts',
  'value-parts': 'The value has more than {most} parts',
  'schema-characters': 'The schema has more than {most} characters',
  'value-characters': 'The value has more than {most} characters',
  'value-unchecked': 'The value cannot be checked: {why}',
  'pattern-unchecked': 'The pattern "{pattern}" cannot be checked: {why}',
  'pattern-invalid': 'it is not a regular expression',
  'pattern-endless': 'a repeated group beside a look-around could run forever',
  'pattern-text-too-long': 'the text of {count} characters is too long for it',
  'schema-endless': 'The schema refers to itself without end, or takes too long for this value',
  'schema-unmatched': 'The value does not match the schema',
  'schema-type': 'Unknown type "{type}" in the schema; use one of {types}',
  'reference-nowhere': 'The reference "{ref}" points to nothing in the schema',
  'reference-outside': 'The reference "{ref}" points outside the schema; nothing is ever fetched',
  'number-inexact': '{text} cannot be given exactly',

  forms: 'one of {count} forms of {expected}',
  literal: '{text}',
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
  null: 'null',
  value: 'a value',
  'value-of-type': 'a value of type "{type}"',
  'no-value': 'no value at all',
  more: '{count} more',

  minimum: 'at least {bound}',
  maximum: 'at most {bound}',
  exclusiveMinimum: 'more than {bound}',
  exclusiveMaximum: 'less than {bound}',
  multipleOf: 'a multiple of {bound}',
  minLength: counted('a string of at least', 'character', 'characters'),
  maxLength: counted('a string of at most', 'character', 'characters'),
  minItems: counted('an array of at least', 'item', 'items'),
  maxItems: counted('an array of at most', 'item', 'items'),
  minProperties: counted('an object of at least', 'property', 'properties'),
  maxProperties: counted('an object of at most', 'property', 'properties'),
  minContains: counted('an array with at least', 'matching item', 'matching items'),
  maxContains: counted('an array with at most', 'matching item', 'matching items'),
  uniqueItems: 'an array without duplicates',
  contains: 'an array with a matching item',
  propertyNames: 'an object whose names all match',
  not: 'a value that does not match this form',
  format: 'a string in the format "{bound}"',
  pattern: 'a string that matches "{bound}"',

  nothing: 'nothing',
  'given-string': 'the string "{text}"',
  'given-characters': counted('a string of', 'character', 'characters'),
  'given-array': counted('an array of', 'item', 'items'),
} satisfies Record<string, PhraseText>;

export type IssueCode = keyof typeof issueTexts;

export const englishIssues: PhraseWords = {
  texts: issueTexts,
  join: (words) =>
    words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
};
