import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bin } from './steps/bin.mjs';
import { buildIfStale } from './steps/build-if-stale.mjs';
import { check } from './steps/check.mjs';
import { unitReport } from './steps/check-steps.mjs';
import { countResults } from './steps/count-results.mjs';
import { ensureBubblewrap } from './steps/ensure-bubblewrap.mjs';
import { ensureFonts } from './steps/ensure-fonts.mjs';
import { ensureInstalled } from './steps/ensure-installed.mjs';
import { findChromium } from './steps/find-chromium.mjs';
import { home } from './steps/home.mjs';
import { say } from './steps/say.mjs';
import { step } from './steps/step.mjs';

/** Where the Playwright configuration has its counts written. */
const browserReport = 'test-results/e2e.json';
const failed = [];
const attempt = async (name, work) => {
  try {
    return await work();
  } catch (error) {
    say(error.message);
    failed.push(name);
    return undefined;
  }
};

await attempt('Install', ensureInstalled);
await attempt('Bubblewrap', ensureBubblewrap);
await attempt('Fonts', ensureFonts);
const chromium = await attempt('Chromium', findChromium);
// Counts of an earlier run must not stand in for those of this one.
rmSync(join(home, browserReport), { force: true });
mkdirSync(join(home, '.cache'), { recursive: true });

await attempt('Build', buildIfStale);
failed.push(...(await check()));
if (chromium) {
  const [command, args] = bin('@playwright/test/cli.js', 'test', '-c', 'e2e');
  const env = { LATHE_CHROMIUM: chromium };
  if ((await step('Browser tests', command, args, { env })) !== 0) failed.push('Browser tests');
} else {
  say(
    'Chromium was not found and could not be installed; install it, or set LATHE_CHROMIUM to its path',
  );
  failed.push('Chromium');
}

const {
  passed,
  failed: broken,
  skipped,
  failures,
  pages,
} = countResults({ unit: unitReport, browser: browserReport });
for (const page of pages) say(`\n${page}`);
if (failed.length > 0) say(`\nFailed: ${failed.join(', ')}`);
for (const failure of failures) say(`  ${failure}`);
const counts = [
  `${passed} passed`,
  `${broken} failed`,
  ...(skipped > 0 ? [`${skipped} skipped`] : []),
];
process.stdout.write(`\n${counts.join(', ')}\n`);
process.exitCode = failed.length > 0 || broken > 0 ? 1 : 0;
