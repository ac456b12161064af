import { describe, expect, test } from 'vitest';
import { Pace } from './pace.ts';

/** When a server that sends so many messages a second, of so many characters, is too fast; undefined if never in a minute. */
const tooFastAt = (perSecond: number, characters = 10): number | undefined => {
  const pace = new Pace(0);
  const many = perSecond * 60;
  for (let at = 1; at <= many; at += 1) {
    const now = (at / perSecond) * 1000;
    if (pace.isTooFast(characters, now)) return Math.round(now / 1000);
  }
  return undefined;
};

describe('a flood of messages', () => {
  test.each([
    ['one that tells of each of a hundred files a second', 100, 10, undefined],
    ['one that tells of four hundred', 400, 10, undefined],
    ['one that never stops, on a machine that hardly keeps up', 600, 10, 15],
    ['one that never stops', 100_000, 10, 0],
    ['few messages, large ones', 10, 8 * 1024 * 1024, 2],
  ])('%s', (_name, perSecond, characters, want) => {
    expect(tooFastAt(perSecond, characters)).toBe(want);
  });

  test('an occasional burst is not a flood', () => {
    const pace = new Pace(0);
    for (let burst = 0; burst < 20; burst += 1)
      for (let at = 0; at < 10_000; at += 1)
        expect(pace.isTooFast(10, burst * 12_000 + at / 10)).toBe(false);
  });
});
