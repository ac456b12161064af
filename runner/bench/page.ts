import { brotliCompressSync, constants } from 'node:zlib';
import { chromium, type Response } from '@playwright/test';
import { chromiumOptions } from '../../e2e/chromium.ts';
import { startRunner } from '../../e2e/runner.ts';
import { languages } from '../../shared/languages/languages.ts';

const browser = await chromium.launch(chromiumOptions);
const runner = await startRunner();
const responses: Response[] = [];
try {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  page.on('response', (response) => void responses.push(response));
  const began = performance.now();
  await page.goto(runner.url);
  await page.locator('.monaco-editor .view-line').first().waitFor();
  const ready = performance.now() - began;
  // What is fetched after the editor is usable does not count.
  const early = await page.evaluate(() => {
    const shown = performance.getEntriesByName('editor-shown')[0]?.startTime ?? Infinity;
    const entries = performance.getEntriesByType('resource');
    return entries.filter(({ startTime }) => startTime < shown).map(({ name }) => name);
  });
  const seen = responses.filter(
    (response) => early.includes(response.url()) || response.request().isNavigationRequest(),
  );
  const rows = await Promise.all(
    seen
      .filter((response) =>
        /\.(js|css|ttf|svg|html)(\?|$)|\/$/.test(new URL(response.url()).pathname),
      )
      .map(async (response) => {
        const body = await response.body();
        const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
        return {
          path: new URL(response.url()).pathname,
          bytes: brotliCompressSync(body, options).length,
        };
      }),
  );
  const grammars = [...languages.values()].map(({ editor }) => `/${editor}-`);
  const isMonaco = (path: string) =>
    /monaco|editor\.(api|worker)|codicon|jsonMode|editor-|json\.worker/.test(path) ||
    grammars.some((grammar) => path.includes(grammar));
  const sum = (some: typeof rows) => some.reduce((all, row) => all + row.bytes, 0) / 1000;
  const monaco = rows.filter((row) => isMonaco(row.path));
  const own = rows.filter((row) => !isMonaco(row.path));
  for (const row of rows.sort((a, b) => b.bytes - a.bytes))
    console.log(`${(row.bytes / 1000).toFixed(1).padStart(8)} kB  ${row.path}`);
  console.log(
    `before the editor can be typed in: ${sum(rows).toFixed(0)} kB (brotli), of which Monaco ${sum(monaco).toFixed(0)} kB; the rest ${sum(own).toFixed(1)} kB (limit 150); ${ready.toFixed(0)} ms on this machine`,
  );
} finally {
  await browser.close();
  await runner.stop();
}
