import { setTimeout as after } from 'node:timers/promises';

/** How long work may hold the event loop without a turn, in milliseconds. */
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
 * Does a piece of work that is done at once and comes in thousands: now, or after a turn of the event
 * loop where such work has gone on for 20 ms, so that a long list holds up nobody's answer or time limit.
 */
export async function paced<T>(work: () => T | Promise<T>): Promise<T> {
  // Whoever waited looks again: others may have used up the new stretch by then.
  for (;;) {
    stretch ??= begin();
    if (Date.now() - stretch.began < STRETCH_MS) return work();
    await stretch.over;
  }
}

/** Waits; a process that has nothing else to do ends all the same. */
export const rest = (ms: number): Promise<void> => after(ms, undefined, { ref: false });
