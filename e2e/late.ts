import type { Page, Route } from '@playwright/test';

/** Whether the browser tests run as over a slow network: `npm run late`. */
export const isLate = Boolean(process.env['LATHE_LATE']);

/** Milliseconds, in turn: some come at once, others after several that were asked for later. */
const delays = [0, 350, 0, 900, 40, 0, 600, 150, 0, 1200, 0];

/** What every visitor fetches after the editor: its parts are used as soon as they are there, and no sooner. */
const soon = /\/assets\/soon-/;
const SOON = 2500;

/** What is only read is read at once and told late; what changes something, or goes on, is asked for late. */
async function relay(route: Route, delay: number): Promise<void> {
  const request = route.request();
  const isRead = request.method() === 'GET' && request.headers()['accept'] !== 'text/event-stream';
  const response = isRead ? await route.fetch() : undefined;
  await new Promise((done) => setTimeout(done, delay));
  await (response ? route.fulfill({ response }) : route.continue());
}

/** Requests and answers overtake one another, and parts of the page come late: what holds only in the usual order fails. */
export const answerLate = async (page: Page): Promise<void> => {
  let asked = 0;
  await page.route(/\/api\/|\/assets\/.*\.js$/, async (route) => {
    const address = route.request().url();
    const delay = soon.test(address) ? SOON : (delays[asked++ % delays.length] ?? 0);
    // The page may have left meanwhile, or the runner is away.
    await relay(route, delay).catch(() => route.abort().catch(() => undefined));
  });
};
