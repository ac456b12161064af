import { expect, test as base, type BrowserContextOptions } from '@playwright/test';
import { Health } from '../shared/protocol/health.ts';
import { answerLate, isLate } from './late.ts';
import { Workbench } from './pages/workbench.ts';
import { startRunner, type Runner } from './runner.ts';

type Session = BrowserContextOptions['storageState'];

interface PerWorker {
  runner: Runner;
  /** The session that the address's token gave: the token works once, every test needs a page. */
  session: Session;
}

/** The first start on a machine builds the interpreter's image, which is not what is tested here. */
const pythonReady = async (runner: Runner): Promise<void> => {
  const until = Date.now() + 170_000;
  while (Date.now() < until) {
    const answer = await fetch(new URL('/api/health', runner.url), {
      headers: { Authorization: `Bearer ${runner.token}` },
    });
    const health = Health.safeParse(await answer.json());
    if (health.success && health.data.hosts['python']?.ready) return;
    await new Promise((done) => setTimeout(done, 500));
  }
  throw new Error('Python was not ready in time: see the health page');
};

/** Faults of the page's own code; that a part could not be fetched is no fault where a test takes the runner away. */
const isFault = ({ name, message }: Error): boolean =>
  /^(?:Type|Reference|Range|Syntax)Error$/.test(name) && !/fetch/i.test(message);

export const test = base.extend<{ workbench: Workbench }, PerWorker>({
  runner: [
    async ({}, use) => {
      const runner = await startRunner();
      await pythonReady(runner);
      await use(runner);
      await runner.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
  session: [
    async ({ browser, runner }, use) => {
      const context = await browser.newContext();
      const page = await context.newPage();
      const workbench = new Workbench(page);
      await workbench.open(runner.url);
      // The list comes once the session is there.
      await workbench.tool('calc').waitFor();
      // What a first visit shows has a test of its own.
      await page.evaluate(() => localStorage.setItem('lathe.greeted', 'true'));
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker', timeout: 60_000 },
  ],
  storageState: async ({ session }, use) => use(session),
  // A throw in the page is a fault, whatever it is that a test looks at.
  page: async ({ page }, use) => {
    const thrown: string[] = [];
    page.on('pageerror', (error) => {
      if (isFault(error)) thrown.push([error.message, error.stack].join('\n'));
    });
    if (isLate) await answerLate(page);
    await use(page);
    expect(thrown, 'thrown in the page').toEqual([]);
  },
  workbench: async ({ page, runner }, use) => {
    const workbench = new Workbench(page);
    // Whoever calls a tool from outside is denied at once while no page hears of it.
    const hears = page.waitForResponse('**/api/changes');
    await workbench.open(new URL(runner.url).origin);
    await hears;
    await use(workbench);
  },
});

export { expect } from '@playwright/test';
