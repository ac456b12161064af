import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedRange, codePointColumn, utf16Column } from './text-places.ts';

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

test.each([
  ['same', 'same', undefined],
  ['abc', 'abXc', { start: 2, end: 2, text: 'X' }],
  ['aaa', 'aa', { start: 2, end: 3, text: '' }],
  ['', 'new', { start: 0, end: 0, text: 'new' }],
  ['old', '', { start: 0, end: 3, text: '' }],
])('%j to %j', (before, after, range) => {
  expect(changedRange(before, after)).toEqual(range);
});

test('replacing the range gives the new text', () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (before, after) => {
      const range = changedRange(before, after);
      const made = range
        ? before.slice(0, range.start) + range.text + before.slice(range.end)
        : before;
      return made === after;
    }),
  );
});
