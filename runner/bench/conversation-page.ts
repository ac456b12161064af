import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../../e2e/chromium.ts';
import { startRunner } from '../../e2e/runner.ts';
import { reportLine, reportRatio } from './ground/measure.ts';

/**
 * Opens a conversation in the page, from another one that stands, and watches the page's frames until all its
 * texts are counted. A frame's time holds whatever else the machine does; the longest task is told in processor
 * time of the page's main thread, which does not.
 */

const STEPS = 1_000;
const ROUNDS = 5;
/** Milliseconds that the page is watched for after the conversation stands: texts are counted meanwhile. */
const SETTLE = 1_500;
const GOAL = 100;

const place = (id: string, parent: string | null) => ({ id, parent, at: 0 });

/** So many steps: each an answer with a thought, a text and a call, and what came of the call. */
function nodesOf(steps: number): object[] {
  const nodes: object[] = [{ ...place('u0', null), role: 'user', text: 'Look at every file' }];
  const result = (text: string) => ({ success: true, llmContent: text, displayContent: text });
  for (let at = 0, last = 'u0'; at < steps; at += 1, last = `r${at - 1}`) {
    const id = `call-${at}`;
    const args = JSON.stringify({ file_path: `src/part-${at}.ts`, offset: at });
    nodes.push(
      {
        ...{ ...place(`a${at}`, last), role: 'answer', by: 'local:mock-model', source: 'live' },
        parts: [
          {
            type: 'text',
            text: `Step **${at}**: I read \`part-${at}.ts\` next, for what it says.`,
          },
          { type: 'call', id, name: 'Read', arguments: args },
        ],
        ...{ durationMs: 900, whole: true, usage: { inputTokens: 4_000 + at, outputTokens: 40 } },
      },
      {
        ...{ ...place(`r${at}`, `a${at}`), role: 'results' },
        results: [
          {
            ...{ callId: id, name: 'Read', arguments: { file_path: `src/part-${at}.ts` } },
            result: result(`${at}\texport const part${at} = '${'a line of code '.repeat(20)}';`),
            ...{ from: 'run', ending: 'finished', durationMs: 12 },
          },
        ],
      },
    );
  }
  return nodes;
}

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

/** What opening a conversation took, in milliseconds. */
interface Opened {
  /** By the clock. */
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
function tasksIn(trace: readonly TraceEvent[]): Omit<Opened, 'frame'> {
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

const browser = await chromium.launch(chromiumOptions);
const runner = await startRunner();
const { origin } = new URL(runner.url);
const headers = { Authorization: `Bearer ${runner.token}`, 'Content-Type': 'application/json' };

async function begin(title: string, nodes: object[]): Promise<string> {
  const body = JSON.stringify({ title, setup: { model: 'local:mock-model' }, nodes });
  const answer = await fetch(`${origin}/api/conversations`, { method: 'POST', headers, body });
  const { id } = (await answer.json()) as { id?: string };
  if (id === undefined) throw new Error(`There is no conversation: status ${answer.status}`);
  return id;
}

const size = { viewport: { width: 1440, height: 900 } };
const first = await browser.newPage(size);
await first.goto(runner.url);
await first.getByTestId('conversations').waitFor();
const storageState = await first.context().storageState();
const nothing = await begin('Nothing', []);

/** Opens it, with the pane of what is sent or without. */
async function opened(id: string, isPane: boolean): Promise<Opened> {
  const context = await browser.newContext({ storageState, ...size });
  const page = await context.newPage();
  try {
    const settings = JSON.stringify({ folded: isPane ? [] : ['preview'] });
    await page.addInitScript((kept) => localStorage.setItem('lathe.settings', kept), settings);
    await page.goto(`${origin}/#/conversations/${nothing}`);
    // Whatever is fetched once is there before anything is measured.
    await page.getByTestId('composer').waitFor();
    await page.waitForTimeout(SETTLE);
    await browser.startTracing(page, { categories: ['toplevel', 'devtools.timeline'] });
    await page.evaluate(WATCH);
    await page.evaluate((wanted) => void (location.hash = `#/conversations/${wanted}`), id);
    await page.locator('[data-call]').last().waitFor();
    if (isPane) await page.getByTestId('sum-messages').filter({ hasText: /\d/ }).waitFor();
    await page.waitForTimeout(SETTLE);
    const frames = await page.evaluate<number[]>('frames');
    const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as {
      traceEvents: TraceEvent[];
    };
    return { frame: Math.max(...frames), ...tasksIn(traceEvents) };
  } finally {
    await context.close();
  }
}

const median = (all: number[]) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN;
const middle = (all: Opened[]): Opened => ({
  frame: median(all.map(({ frame }) => frame)),
  longest: median(all.map(({ longest }) => longest)),
  busiest: median(all.map(({ busiest }) => busiest)),
  all: median(all.map((one) => one.all)),
});

try {
  const short = await begin('Short', nodesOf(1));
  const long = await begin('Long', nodesOf(STEPS));
  for (const isPane of [false, true]) {
    const times: [Opened[], Opened[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      times[0].push(await opened(short, isPane));
      times[1].push(await opened(long, isPane));
    }
    const most = Math.max(...times[1].map(({ frame }) => frame));
    const [one, thousand] = [middle(times[0]), middle(times[1])];
    console.log(isPane ? '\nwith what is sent beside it' : 'the conversation alone');
    const figure = `${thousand.frame.toFixed(0)} ms (at most ${most.toFixed(0)} ms)`;
    const goal = { text: `at most ${GOAL} ms`, met: thousand.frame <= GOAL };
    reportLine(`longest frame of ${STEPS} steps`, figure, goal);
    reportRatio('against one step', thousand.frame, one.frame);
    const busy = { text: `at most ${GOAL} ms`, met: thousand.busiest <= GOAL };
    reportLine('processor time of the busiest frame', `${thousand.busiest.toFixed(1)} ms`, busy);
    reportRatio('of the longest task, against one step', thousand.longest, one.longest);
    reportRatio('of all tasks, against one step', thousand.all, one.all);
  }
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await runner.stop();
}
