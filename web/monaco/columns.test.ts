import { expect, test } from 'vitest';
import { codePointColumn } from './code-editor.ts';
import { utf16Column } from './utf16-column.ts';

test.each([
  ['abc', 1, 1],
  ['abc', 3, 3],
  ['abc', 4, 4],
  ['abc', 6, 6],
  ['😀b', 2, 3],
  ['中😀b', 3, 4],
  ['😀😀', 3, 5],
  ['', 1, 1],
])('in %j the code point column %i is %i in UTF-16', (line, points, units) => {
  expect(utf16Column(line, points)).toBe(units);
});

test.each([
  ['abc', 3, 3],
  ['😀b', 3, 2],
  ['中😀b', 4, 3],
  ['', 1, 1],
])('in %j the UTF-16 column %i is %i in code points', (line, units, points) => {
  expect(codePointColumn(line, units)).toBe(points);
});
