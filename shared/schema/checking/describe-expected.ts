import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';

const TYPES: Record<string, string> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

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
  const text = JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function oneOf(words: string[]): string {
  const shown = words.length > 12 ? [...words.slice(0, 11), `${words.length - 11} more`] : words;
  return shown.length < 2
    ? (shown[0] ?? 'no value at all')
    : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}
