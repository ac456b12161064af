import { expect, test } from 'vitest';
import { truncate, truncateLimit } from './truncate.ts';

test.each([
  ['abc', 2, 'ab', 2, 1],
  ['abc', 3, 'abc', 3, 0],
  ['abc', Infinity, 'abc', 3, 0],
  ['你好吗', 2, '你好', 2, 1],
  ['😀😀😀', 2, '😀😀', 2, 1],
  ['a\ud83d', 1, 'a', 1, 1],
  ['', 5, '', 0, 0],
  ['\uffff\uffff\uffff', 1, '\uffff', 1, 2],
])('A1.31 %j keeps %d code points', (text, limit, head, kept, dropped) => {
  expect(truncate(text, limit)).toEqual({ text: head, kept, dropped });
});

test.each<[unknown, object | undefined]>([
  [undefined, undefined],
  [null, undefined],
  [1, { limit: 1 }],
  ['2', { ignored: { message: '"truncate" must be a number of characters' } }],
  [true, { ignored: { message: '"truncate" must be a number of characters' } }],
  [1.5, { ignored: { message: '"truncate" must be an integer, not 1.5' } }],
  [0, { ignored: { message: '"truncate" must be above 0, not 0' } }],
  [-1, { ignored: { message: '"truncate" must be above 0, not -1' } }],
])('A1.35 the rule %j cuts at %j', (rule, limit) => {
  const read = truncateLimit(rule);
  if (limit === undefined) expect(read).toBeUndefined();
  else expect(read).toMatchObject(limit);
});
