import { expect, test } from 'vitest';
import { truncate } from './truncate.ts';

test.each([
  ['abc', 2, 'ab', 2, 1],
  ['abc', 3, 'abc', 3, 0],
  ['abc', Infinity, 'abc', 3, 0],
  ['你好吗', 2, '你好', 2, 1],
  ['😀😀😀', 2, '😀😀', 2, 1],
  ['a\ud83d', 1, 'a', 1, 1],
  ['', 5, '', 0, 0],
])('A1.31 %j keeps %d code points', (text, limit, head, kept, dropped) => {
  expect(truncate(text, limit)).toEqual({ text: head, kept, dropped });
});
