import type { Json } from '../../tool/json.ts';

/** A value in the words of a sentence, such as `the text "abc"`; long texts are cut. */
export function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 1 ? 'a list of 1 item' : `a list of ${value.length} items`;
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
