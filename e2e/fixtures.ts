import { test as base, type BrowserContextOptions } from '@playwright/test';
import { Workbench } from './pages/workbench.ts';
import { startRunner, type Runner } from './runner.ts';

type Session = BrowserContextOptions['storageState'];

interface PerWorker {
  runner: Runner;
  /** The session that the address's token gave: the token works once, every test needs a page. */
  session: Session;
}

export const test = base.extend<{ workbench: Workbench }, PerWorker>({
  runner: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the parameter's names
    async ({}, use) => {
      const runner = await startRunner();
      await use(runner);
      await runner.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  session: [
    async ({ browser, runner }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      await new Workbench(page).open(runner.url);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: async ({ session }, use) => use(session),
  workbench: async ({ page, runner }, use) => {
    const workbench = new Workbench(page);
    await workbench.open(new URL(runner.url).origin);
    await use(workbench);
  },
});

export { expect } from '@playwright/test';
