import type { Browser, Page } from '@playwright/test';
import { median } from './measure.ts';

/** Has the page note how long each of its frames takes. A text: what builds this file names functions its own way. */
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

/** What a page did while it was watched, in milliseconds: its longest frame by the clock, the rest in processor time. */
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
  /** Processor time, microseconds. */
  tdur?: number;
  args?: { name?: string };
}

/** Milliseconds of processor time of the page's main thread: its longest task, its busiest frame, and all. */
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
 * Watches the frames of a page while something is done to it. A frame's time holds whatever else the machine does;
 * processor time does not.
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

/** The medians of several rounds. */
export const middleOf = (all: readonly Watched[]): Watched => ({
  frame: median(all.map(({ frame }) => frame)),
  longest: median(all.map(({ longest }) => longest)),
  busiest: median(all.map(({ busiest }) => busiest)),
  all: median(all.map((one) => one.all)),
});
