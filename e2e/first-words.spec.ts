import type { Page, Route } from '@playwright/test';
import { expect, MODEL, serious, test } from './talk-fixtures.ts';

/** A promise and what keeps it. */
function holding<T>(): { promise: Promise<T>; resolve(value: T): void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((done) => (resolve = done));
  return { promise, resolve };
}

/** Holds what begins a conversation until it is let go. */
async function holdBegin(page: Page): Promise<{ asked: Promise<void>; go(): Promise<void> }> {
  const held = holding<Route>();
  await page.route('**/api/conversations', async (route) => {
    if (route.request().method() === 'POST') held.resolve(route);
    else await route.continue();
  });
  return {
    asked: held.promise.then(() => undefined),
    go: async () => {
      await (await held.promise).continue();
      await page.unroute('**/api/conversations');
    },
  };
}

test('what is written before a new conversation is there goes to it, and the old one keeps its own', async ({
  talk,
}) => {
  const { page, message } = talk;
  await talk.begin(MODEL);
  const first = page.url();
  await message.fill('Half a thought');
  const held = await holdBegin(page);
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await held.asked;
  await expect(message).toBeFocused();
  await page.keyboard.type('Written too ');
  await expect(message).toHaveValue('Written too ');
  expect(await serious(page), 'being begun').toEqual([]);
  await held.go();
  await expect(page).not.toHaveURL(first);
  await expect(page.getByRole('heading', { name: 'New conversation', level: 1 })).toBeVisible();
  await expect(message).toBeFocused();
  await page.keyboard.type('early');
  await expect(message).toHaveValue('Written too early');
  // What was not sent waits where it was written, also after the page is opened anew.
  await page.goBack();
  await expect(message).toHaveValue('Half a thought');
  await page.reload();
  await expect(message).toHaveValue('Half a thought');
  await page.goForward();
  await expect(message).toHaveValue('Written too early');
});

test('a message that is sent before its conversation is there is its first one, once', async ({
  talk,
}) => {
  const { page, message } = talk;
  await talk.list.waitFor();
  const held = await holdBegin(page);
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await held.asked;
  await expect(message).toBeFocused();
  await page.keyboard.type('Be the model early');
  await page.keyboard.press('Enter');
  await held.go();
  const rows = talk.list.getByRole('button', { name: /^Be the model early/ });
  await expect(rows).toContainText('your turn');
  await expect(rows).toHaveCount(1);
});

test('words of a conversation that could not be begun wait for the next one, and a message that was not taken is there again', async ({
  talk,
}) => {
  const { page, message } = talk;
  await talk.list.waitFor();
  const held = holding<void>();
  await page.route('**/api/conversations', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await held.promise;
    await route.abort();
  });
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await expect(message).toBeFocused();
  await page.keyboard.type('Not lost');
  held.resolve();
  await expect(page.getByTestId('editor')).toBeVisible();
  await page.unroute('**/api/conversations');
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await expect(message).toHaveValue('Not lost');

  await page.route('**/turns', (route) => route.abort());
  await message.press('Enter');
  await expect(talk.stopped).toBeVisible();
  await expect(message).toHaveValue('Not lost');
});
