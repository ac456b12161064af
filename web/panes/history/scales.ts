import type { Step } from '../../../shared/tool/run/step.ts';

/** Milliseconds, so that runs of less still have a height that is seen. */
const LEAST_TOP = 2;

/** A round top above the highest value, and the lines at its bottom, middle and top. */
export function chartScale(values: readonly number[]): { top: number; lines: number[] } {
  const highest = Math.max(LEAST_TOP, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  // The middle is a whole number, too: it is told in whole milliseconds.
  const top = [1, 2, 4, 6, 10].map((step) => step * power).find((one) => one >= highest) ?? highest;
  return { top, lines: [0, top / 2, top] };
}

const FROM_MS = 1;
const TO_MS = 100_000;

/** How high a duration stands, 0 to 1 on a logarithmic scale from 1 ms to 100 s; never nothing. */
export function barHeight(ms: number): number {
  const clamped = Math.min(TO_MS, Math.max(FROM_MS, ms));
  const share = Math.log(clamped / FROM_MS) / Math.log(TO_MS / FROM_MS);
  return 0.08 + 0.92 * share;
}

/** What is drawn of a step that takes no time, in percent. */
const THIN = 1;

/** Where each step lies on the time of its run, in percent of its width. */
export function stepSpans(steps: readonly Step[]): { left: number; width: number }[] {
  const from = Math.min(...steps.map(({ timestamp }) => timestamp));
  const to = Math.max(...steps.map(({ timestamp, durationMs = 0 }) => timestamp + durationMs));
  const whole = to - from || 1;
  return steps.map(({ timestamp, durationMs = 0 }) => {
    const width = Math.max(THIN, (durationMs / whole) * 100);
    return { left: Math.min(100 - width, ((timestamp - from) / whole) * 100), width };
  });
}
