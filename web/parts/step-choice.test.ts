import { expect, test } from 'vitest';
import { stepChoice } from './step-choice.ts';

test.each([
  ['ArrowRight', 0, 3, 1],
  ['ArrowRight', 2, 3, 0],
  ['ArrowLeft', 0, 3, 2],
  ['End', 0, 3, 2],
  ['Home', 2, 3, 0],
  ['a', 1, 3, undefined],
])('%s from %i of %i goes to %s', (key, index, count, expected) => {
  expect(stepChoice(key, index, count)).toBe(expected);
});
