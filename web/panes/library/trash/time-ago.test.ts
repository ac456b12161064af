import { expect, test } from 'vitest';
import { agoText } from './time-ago.ts';

const MINUTE = 60_000;

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  // A clock that was set back.
  [-MINUTE, 'just now'],
  [MINUTE, '1m ago'],
  [59.9 * MINUTE, '59m ago'],
  [60 * MINUTE, '1h ago'],
  [24 * 60 * MINUTE, 'yesterday'],
  [40 * 24 * 60 * MINUTE, '40d ago'],
])('%d ms ago is "%s"', (age, text) => {
  expect(agoText(1_800_000_000_000 - age, 1_800_000_000_000)).toBe(text);
});
