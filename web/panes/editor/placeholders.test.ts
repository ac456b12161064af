import { expect, test } from 'vitest';
import { placeholders } from './places.ts';

const parameters = { type: 'object', properties: { a: {}, text: {}, 名: {} } };
const at = (line: number, column: number, endColumn: number) => ({ line, column, endColumn });

test.each([
  ['a = {a}', [at(1, 5, 8)]],
  ["x = '{text}'\ny = {a}", [at(1, 6, 12), at(2, 5, 8)]],
  ['d = {{a}}', []],
  ['{unknown} {}', []],
  ["'😀{名}'", [at(1, 3, 6)]],
  ['{{{a}}}', [at(1, 3, 6)]],
])('%j', (source, places) => {
  expect(placeholders(source, parameters)).toEqual(places);
});
