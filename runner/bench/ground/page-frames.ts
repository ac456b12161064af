import type { Browser, Page } from '@playwright/test';
import { median } from './measure.ts';

/**
 * Makes the page record the duration of its frames. A text, because the bundler of this file would add its own
 * helpers to a function.
 */
const WATCH = `{
  const frames = (globalThis.frames = []);
  let before = performance.now();
  const next = (now) => {
    frames.push(now - before);
    before = now;
    requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
}`;

/**
 * A page's work while it was watched, in milliseconds: its longest frame by the clock, all else in processor time.
 */
export interface Watched {
  frame: number;
  longest: number;
  busiest: number;
  all: number;
}

interface TraceEvent {
  name: string;
  pid: number;
  tid: number;
  ts: number;
  dur?: number;
  /** Processor time in microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/**
 * The processor time of the page's main thread in milliseconds: its longest task, its busiest frame, and the total.
 */
function tasksIn(trace: readonly TraceEvent[]): Omit<Watched, 'frame'> {
  const mains = trace.filter(({ args }) => args?.name === 'CrRendererMain');
  const own = trace
    .filter(({ pid, tid }) => mains.some((one) => one.pid === pid && one.tid === tid))
    .sort((a, b) => a.ts - b.ts);
  let busiest = 0;
  let longest = 0;
  let inFrame = 0;
  let all = 0;
  for (const { name, tdur = 0 } of own) {
    if (name === 'FireAnimationFrame') inFrame = 0;
    if (!name.endsWith('RunTask')) continue;
    all += tdur / 1000;
    inFrame += tdur / 1000;
    longest = Math.max(longest, tdur / 1000);
    busiest = Math.max(busiest, inFrame);
  }
  return { longest, busiest, all };
}

/**
 * Watches the frames of a page during `work`. A frame's time includes all other work of the machine; processor time
 * does not.
 */
export async function watchFrames(
  browser: Browser,
  page: Page,
  work: () => Promise<void>,
): Promise<Watched> {
  await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
  await page.evaluate(WATCH);
  await work();
  const frames = await page.evaluate<number[]>('frames');
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
    traceEvents: TraceEvent[];
  };
  return { frame: Math.max(...frames), ...tasksIn(traceEvents) };
}

/** Returns the medians of several rounds. */
export const middleOf = (all: readonly Watched[]): Watched => ({
  frame: median(all.map(({ frame }) => frame)),
  longest: median(all.map(({ longest }) => longest)),
  busiest: median(all.map(({ busiest }) => busiest)),
  all: median(all.map((one) => one.all)),
});
