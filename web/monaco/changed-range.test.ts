import fc from 'fast-check';
import { expect, test } from 'vitest';
import { changedRange } from './models.ts';

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
