import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hunksOf, withHunks } from './hunks.ts';

const text = fc
  .array(fc.constantFrom('a', 'b', 'c', '', '  d', 'e\r'))
  .map((lines) => lines.join('\n'));

test('all hunks make the proposed text, none the one that is there', () => {
  fc.assert(
    fc.property(text, text, (left, right) => {
      expect(withHunks(left, right, () => true)).toBe(right);
      expect(withHunks(left, right, () => false)).toBe(left);
    }),
  );
});

test('each hunk is taken alone', () => {
  const left = 'one\ntwo\nthree\nfour\nfive\nsix\n';
  const right = 'ONE\ntwo\nthree\nfour\nFIVE\nFIVE AND A HALF\nsix\n';
  expect(withHunks(left, right, (index) => index === 1)).toBe(
    'one\ntwo\nthree\nfour\nFIVE\nFIVE AND A HALF\nsix\n',
  );
  expect(hunksOf(left, right)).toEqual([
    {
      index: 0,
      at: 1,
      newAt: 1,
      removed: ['one'],
      added: ['ONE'],
      before: [],
      after: ['two', 'three', 'four'],
    },
    {
      ...{ index: 1, at: 5, newAt: 5, removed: ['five'], added: ['FIVE', 'FIVE AND A HALF'] },
      ...{ before: ['two', 'three', 'four'], after: ['six', ''] },
    },
  ]);
});

test.each<[string, string, string, number]>([
  ['a new file is one hunk', '', 'a\nb\n', 1],
  ['the same text has none', 'a\nb', 'a\nb', 0],
  ['a line end at the end is one', 'a', 'a\n', 1],
])('%s', (_what, left, right, count) => {
  expect(hunksOf(left, right)).toHaveLength(count);
});
