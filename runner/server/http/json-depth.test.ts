import { expect, test } from 'vitest';
import { jsonShape } from './read-body.ts';

const wide = { depth: 100, values: 1_000_000 };

test.each([
  ['1', 1],
  ['[1, 2]', 3],
  ['{"a": ",,", "b": [1]}', 4],
])('%s has at least as many values as it has: %i', (text, values) =>
  expect(jsonShape(text, wide).values).toBeGreaterThanOrEqual(values),
);

test('counting stops at the limit of values', () => {
  expect(jsonShape('1,'.repeat(10_000_000), { depth: 9, values: 10 }).values).toBe(11);
});

test.each([
  ['1', 0],
  ['{}', 1],
  ['[[], [[]]]', 3],
  ['["[[[[", {"a\\"[": "]"}]', 2],
  ['"\\\\"', 0],
])('%s nests %i deep', (text, depth) => expect(jsonShape(text, wide).depth).toBe(depth));

test('counting stops at the limit of nesting', () => {
  const shape = jsonShape('['.repeat(10_000_000), { ...wide, depth: 128 });
  expect(shape).toEqual({ depth: 129, values: 130 });
});
