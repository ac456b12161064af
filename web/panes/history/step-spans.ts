import type { Step } from '../../../shared/tool/step.ts';

/** What is drawn of a step that takes no time, in percent. */
const THIN = 1;

/** Where each step lies on the time of its run, in percent of its width. */
export function stepSpans(steps: readonly Step[]): { left: number; width: number }[] {
  const from = Math.min(...steps.map(({ timestamp }) => timestamp));
  const to = Math.max(...steps.map(({ timestamp, durationMs = 0 }) => timestamp + durationMs));
  const whole = Math.max(1, to - from);
  return steps.map(({ timestamp, durationMs = 0 }) => {
    const width = Math.max(THIN, (durationMs / whole) * 100);
    return { left: Math.min(100 - width, ((timestamp - from) / whole) * 100), width };
  });
}
