import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './chromium.ts';
import { isLate } from './late.ts';

export default defineConfig({
  testDir: '.',
  // The walk through all states takes its time, and is looked at: `npm run walk`.
  testMatch: process.env['LATHE_WALK'] ? '*.walk.ts' : '*.spec.ts',
  // A browser whose requests are relayed keeps no files, and Python in the page is one of them.
  ...(isLate && { testIgnore: 'run-here.spec.ts' }),
  timeout: isLate ? 200_000 : 90_000,
  expect: { timeout: 15_000 },
  // One runner per worker; a second one on two cores only makes both slower.
  workers: 1,
  // A test that passes at a second attempt only is broken.
  retries: 0,
  forbidOnly: true,
  outputDir: '../test-results',
  reporter: [['list'], ['json', { outputFile: '../test-results/e2e.json' }]],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: chromiumOptions,
  },
});
