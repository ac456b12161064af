import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TimeLimit } from './time-limit.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test.each<[string, (number | boolean)[], boolean]>([
  ['time passes', [999], false],
  ['the time is over', [1000], true],
  ['a wait does not count', [900, true, 5000, false, 99], false],
  ['what is left after a wait does', [900, true, 5000, false, 100], true],
  ['of two waits the longer counts', [900, true, 50, true, 50, false, 5000, false, 99], false],
  ['two waits end it once', [900, true, true, 50, false, false, 100], true],
])('%s', (_, steps, isOver) => {
  const limit = new TimeLimit(1000);
  for (const step of steps)
    if (typeof step === 'number') vi.advanceTimersByTime(step);
    else limit.wait(step);
  expect(limit.signal.aborted).toBe(isOver);
  limit.stop();
});
