import { setTimeout as after } from 'node:timers/promises';

/** How long such work may block the event loop, in milliseconds. */
const STRETCH_MS = 20;

let stretch: { began: number; over: Promise<void> } | undefined;

const begin = () => ({
  began: Date.now(),
  over: new Promise<void>((settle) =>
    setImmediate(() => {
      stretch = undefined;
      settle();
    }),
  ),
});

/**
 * Runs synchronous work that occurs in thousands: at once, or after a turn of the event loop if such work has
 * blocked it for 20 ms. So a long list does not delay other responses or time limits.
 */
export async function paced<T>(work: () => T | Promise<T>): Promise<T> {
  // Check again after the wait: others may have used up the new interval.
  for (;;) {
    stretch ??= begin();
    if (Date.now() - stretch.began < STRETCH_MS) return work();
    await stretch.over;
  }
}

/** Waits without keeping the process alive. */
export const rest = (ms: number): Promise<void> => after(ms, undefined, { ref: false });
