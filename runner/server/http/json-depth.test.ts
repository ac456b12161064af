import { expect, test } from 'vitest';
import { jsonDepth } from './read-body.ts';

test.each([
  ['1', 0],
  ['{}', 1],
  ['[[], [[]]]', 3],
  ['["[[[[", {"a\\"[": "]"}]', 2],
  ['"\\\\"', 0],
])('%s nests %i deep', (text, depth) => expect(jsonDepth(text, 100)).toBe(depth));

test('a long tail of brackets is not walked to its end', () => {
  const begun = performance.now();
  expect(jsonDepth('['.repeat(10_000_000), 128)).toBe(129);
  expect(performance.now() - begun).toBeLessThan(50);
});
