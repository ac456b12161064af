import { writeFileSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { chromium, type Page } from '@playwright/test';
import { z } from 'zod';
import { chromiumOptions } from '../../e2e/chromium.ts';
import { startRunner } from '../../e2e/runner.ts';
import { reportLine, reportRatio } from './ground/measure.ts';

const KEYS = 60;
const WARM = 5;
const NAME = 'long_module';

const body = (n: number) => `
def task_${n}(name: str, count: int = ${n}, ratio: float | None = None, tags: list[str] = []) -> dict:
    """Do task ${n}.

    Args:
        name (str): What it is called.
        count (int): How often.
        ratio (float): How much of it.
        tags (list[str]): Words about it.
    """
    answer = {"name": name, "count": count}
    for tag in tags:
        answer[tag] = len(tag)
    if ratio is not None:
        answer["ratio"] = ratio * count
    return answer

`;
const source = `"""A module of some five hundred lines."""\n${Array.from({ length: 27 }, (_, at) => body(at + 1)).join('')}`;

const at = (sorted: number[], part: number) =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;

/** Measures how long the page's own Python parses the same text. */
const alone = `import ast
import time

SOURCE = ${JSON.stringify(source)}


def parse() -> list:
    """Milliseconds of each parse."""
    times = []
    for _ in range(${KEYS + WARM}):
        began = time.perf_counter()
        ast.parse(SOURCE)
        times.append((time.perf_counter() - began) * 1000)
    return times[${WARM}:]
`;

async function parseAlone(page: Page): Promise<number[]> {
  await page.locator('.item', { hasText: 'parse_alone' }).click();
  await page.getByRole('button', { name: /Switch to this page\.$/ }).click();
  await page.keyboard.press('ControlOrMeta+Enter');
  const answer = page.getByTestId('result-model');
  await page.getByText('fresh sandbox · this page').waitFor({ timeout: 60_000 });
  return z.array(z.number()).parse(JSON.parse((await answer.textContent()) ?? ''));
}

/** Measures the schema after a key press in a module of 500 lines, in the page, against `ast.parse` alone. */
export async function run(): Promise<void> {
  const browser = await chromium.launch(chromiumOptions);
  const runner = await startRunner();
  try {
    for (const [name, text] of Object.entries({ [NAME]: source, parse_alone: alone })) {
      const folder = join(runner.workspace, 'tools', name);
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, `${name}.py`), text);
    }
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    await page.goto(runner.url);
    await page.locator('.item', { hasText: NAME }).click({ timeout: 60_000 });
    const text = page.locator('.monaco-editor .view-lines').first();
    await text.waitFor();
    await text.click();
    await page.keyboard.press('ControlOrMeta+Home');
    for (let line = 0; line < 2; line += 1) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Home');
    // After `def task_1(n`, so that every key renames the first parameter.
    for (let n = 0; n < 'def task_1(n'.length; n += 1) await page.keyboard.press('ArrowRight');
    const times: number[] = [];
    for (let key = 0; key < KEYS + WARM; key += 1) {
      const name = `n${'x'.repeat(key + 1)}ame`;
      // The page must listen before the key press.
      await page.evaluate((wanted) => {
        const preview = document.querySelector('[data-testid=preview]') ?? document.body;
        const took = new Promise<number>((settle) => {
          const press = {
            handleEvent() {
              const pressed = performance.now();
              const watch = new MutationObserver(() => {
                const names = [...preview.querySelectorAll('.tree code')];
                if (!names.some(({ textContent }) => textContent?.startsWith(wanted))) return;
                watch.disconnect();
                settle(performance.now() - pressed);
              });
              watch.observe(preview, { subtree: true, childList: true, characterData: true });
            },
          };
          addEventListener('keydown', press, { once: true, capture: true });
        });
        Object.assign(globalThis, { took });
      }, name);
      await page.keyboard.press('x');
      const ms = Number(await page.evaluate(() => Reflect.get(globalThis, 'took')));
      if (key >= WARM) times.push(ms);
    }
    const plain = await parseAlone(page);
    for (const some of [times, plain]) some.sort((a, b) => a - b);
    console.log(`${source.split('\n').length} lines, 27 functions; ${KEYS} keys\n`);
    reportLine('schema after a key press, 95th percentile', `${at(times, 0.95).toFixed(1)} ms`);
    reportRatio('median against "ast.parse" in the same Python', at(times, 0.5), at(plain, 0.5));
    reportRatio('95th percentile against the same', at(times, 0.95), at(plain, 0.95));
  } finally {
    await browser.close();
    await runner.stop();
  }
}

if (process.argv[1]?.endsWith('bench/keystroke.ts') === true) await run();
