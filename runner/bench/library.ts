import { mkdirSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../e2e/chromium.ts';
import { startRunner } from '../../e2e/runner.ts';
import { reportLine, reportRatio } from './ground/measure.ts';
import { middleOf, watchFrames, type Watched } from './ground/page-frames.ts';

/** Measures typing and scrolling in the library and the editor with 10,000 tools, against the examples alone. */
const COUNT = 10_000;
const ROUNDS = 5;
const GOAL = 100;
/** How long the page is watched after the last key, in milliseconds: its effects are drawn in that time. */
const SETTLE = 600;

const filesOf = (at: number) => ({
  'definition.json': JSON.stringify({
    ...{ id: `generated_tool_${at}`, description: `Reads part ${at} of a file` },
    category: `category_${at % 40}`,
    parameters: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
  }),
  'execution.sh': 'echo "$path"\n',
});

const browser = await chromium.launch(chromiumOptions);
const few = await startRunner();
const many = await startRunner();
for (let at = 0; at < COUNT; at += 1) {
  const folder = join(many.workspace, 'tools', `generated_tool_${at}`);
  mkdirSync(folder, { recursive: true });
  for (const [path, text] of Object.entries(filesOf(at))) writeFileSync(join(folder, path), text);
}

const openPage = async (url: string): Promise<Page> => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByTestId('library').getByText('calc', { exact: true }).first().click();
  await page.getByTestId('editor').locator('.view-line').first().waitFor();
  return page;
};
const pause = (page: Page) => page.waitForTimeout(SETTLE);
const search = (page: Page) => page.getByTestId('library').getByRole('searchbox');

const hands: Record<string, (page: Page) => Promise<void>> = {
  'a word typed into the search': async (page) => {
    await search(page).pressSequentially('gt25 part', { delay: 40 });
    await pause(page);
  },
  'the search cleared': async (page) => {
    await search(page).fill('');
    await pause(page);
  },
  'twenty rows down and to the end': async (page) => {
    await page.getByRole('treeitem').first().focus();
    for (let at = 0; at < 20; at += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await pause(page);
  },
  'forty keys in the editor': async (page) => {
    await page.getByTestId('editor').locator('.view-line').first().click();
    await page.keyboard.type('# forty keys, as fast as a person types.', { delay: 30 });
    await pause(page);
  },
};

try {
  const pages = [await openPage(few.url), await openPage(many.url)] as const;
  // A list of this size is read after the page is shown.
  await search(pages[1]).fill('generated_tool_9999');
  await pages[1]
    .getByRole('treeitem', { name: /generated_tool_9999/ })
    .waitFor({ timeout: 120_000 });
  await search(pages[1]).fill('');
  for (const [name, hand] of Object.entries(hands)) {
    const watched: [Watched[], Watched[]] = [[], []];
    for (let round = -1; round < ROUNDS; round += 1)
      for (const [at, page] of pages.entries()) {
        await page.bringToFront();
        if (name === 'the search cleared') await search(page).fill('part');
        const one = await watchFrames(browser, page, () => hand(page));
        if (round >= 0) watched[at as 0 | 1].push(one);
        if (name.startsWith('a word')) await search(page).fill('');
      }
    const [base, all] = [middleOf(watched[0]), middleOf(watched[1])];
    console.log(`\n${name}`);
    const goal = { text: `at most ${GOAL} ms`, met: all.busiest <= GOAL };
    reportLine('processor time of the busiest frame', `${all.busiest.toFixed(1)} ms`, goal);
    reportRatio('against the examples alone', all.busiest, base.busiest);
    reportRatio('longest frame by the clock', all.frame, base.frame);
  }
  console.log(`\nload ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await browser.close();
  await few.stop();
  await many.stop();
}
