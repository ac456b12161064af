import { loadavg } from 'node:os';
import { chromium } from '@playwright/test';
import { chromiumOptions } from '../../e2e/chromium.ts';
import { startRunner } from '../../e2e/runner.ts';
import { reportLine, reportRatio } from './ground/measure.ts';
import { middleOf, watchFrames, type Watched } from './ground/page-frames.ts';

/** Opens a conversation in the page, after another one, and watches frames until all its texts are counted. */

const STEPS = 1_000;
const ROUNDS = 5;
/**
 * How long the page is watched after the conversation is shown, in milliseconds: its texts are counted in that
 * time.
 */
const SETTLE = 1_500;
const GOAL = 100;

const place = (id: string, parent: string | null) => ({ id, parent, at: 0 });

/** Returns so many steps: each an answer with reasoning, a text and a call, and the call's result. */
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

/** Opens the conversation, with or without the pane of the request. */
async function opened(id: string, isPane: boolean): Promise<Watched> {
  const context = await browser.newContext({ storageState, ...size });
  const page = await context.newPage();
  try {
    const settings = JSON.stringify({ folded: isPane ? [] : ['preview'] });
    await page.addInitScript((kept) => localStorage.setItem('lathe.settings', kept), settings);
    await page.goto(`${origin}/#/conversations/${nothing}`);
    // Loads everything that is fetched once before the measurement.
    await page.getByTestId('composer').waitFor();
    await page.waitForTimeout(SETTLE);
    return await watchFrames(browser, page, async () => {
      await page.evaluate((wanted) => void (location.hash = `#/conversations/${wanted}`), id);
      await page.locator('[data-call]').last().waitFor();
      if (isPane) await page.getByTestId('sum-messages').filter({ hasText: /\d/ }).waitFor();
      await page.waitForTimeout(SETTLE);
    });
  } finally {
    await context.close();
  }
}

try {
  const short = await begin('Short', nodesOf(1));
  const long = await begin('Long', nodesOf(STEPS));
  for (const isPane of [false, true]) {
    const times: [Watched[], Watched[]] = [[], []];
    for (let round = 0; round < ROUNDS; round += 1) {
      times[0].push(await opened(short, isPane));
      times[1].push(await opened(long, isPane));
    }
    const most = Math.max(...times[1].map(({ frame }) => frame));
    const [one, thousand] = [middleOf(times[0]), middleOf(times[1])];
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
