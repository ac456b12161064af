import { holdBegin, holding } from './hold.ts';
import type { ConversationPage } from './pages/conversation.ts';
import { expect, MODEL, serious, test } from './talk-fixtures.ts';

/** Begins a conversation whose request is on its way, with the cursor in its field. */
const beginHeld = async ({ page, list, message }: ConversationPage) => {
  await list.waitFor();
  const held = await holdBegin(page);
  await list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await held.asked;
  await expect(message).toBeFocused();
  return held;
};

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
  const { page } = talk;
  const held = await beginHeld(talk);
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

test('whoever leaves while a conversation is begun stays there, and what was written is not lost', async ({
  talk,
  workbench,
}) => {
  const { page, message } = talk;
  await talk.list.waitFor();
  await workbench.openTool('greet');
  const begin = async (): ReturnType<typeof holdBegin> => {
    const held = await holdBegin(page);
    await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
    await held.asked;
    await expect(message).toBeFocused();
    return held;
  };
  /** Lets it come while a tool is open, up to what the page does last. */
  const comesLate = async ({ go }: Awaited<ReturnType<typeof holdBegin>>): Promise<void> => {
    const listed = page.waitForResponse((answer) => answer.url().endsWith('/api/conversations?'));
    await go();
    await listed;
    await expect(page).not.toHaveURL(/#\/conversations\//);
  };

  await test.step('what was not sent waits for the next one', async () => {
    const held = await begin();
    await page.keyboard.type('Not sent');
    await workbench.openTool('calc');
    await comesLate(held);
    await expect(workbench.title).toHaveText('calc');
    const next = await begin();
    await expect(message).toHaveValue('Not sent');
    await next.go();
    await expect(page).toHaveURL(/#\/conversations\//);
    await expect(message).toHaveValue('Not sent');
  });
  await test.step('what was sent goes into the list', async () => {
    const held = await begin();
    await page.keyboard.type('Sent and left');
    await page.keyboard.press('Enter');
    await workbench.openTool('greet');
    await comesLate(held);
    const row = talk.list.getByRole('button', { name: /^Sent and left/ });
    await expect(row).toContainText('your turn');
    await expect(workbench.title).toHaveText('greet');
  });
  await test.step('one that is begun since keeps its place and its words', async () => {
    const held = await begin();
    await workbench.openTool('calc');
    const next = await begin();
    await page.keyboard.type('Of the second');
    await comesLate(held);
    await expect(message).toHaveValue('Of the second');
    await next.go();
    await expect(page).toHaveURL(/#\/conversations\//);
    await expect(message).toHaveValue('Of the second');
  });
});

test('first words that the runner does not take after the person left wait for the next conversation', async ({
  talk,
  workbench,
}) => {
  const { page, message } = talk;
  await talk.list.waitFor();
  const held = holding<void>();
  const error = { error: { code: 'x', message: 'Not now' } };
  await page.route('**/turns', async (route) => {
    await held.promise;
    await route.fulfill({ status: 409, json: error });
  });
  const asked = page.waitForRequest('**/turns');
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await expect(message).toBeFocused();
  await page.keyboard.type('Sent and refused');
  await page.keyboard.press('Enter');
  await asked;
  await workbench.openTool('greet');
  held.resolve();
  const told = page.locator('.toast', { hasText: 'Your message was not sent' });
  await told.getByRole('button', { name: 'New conversation' }).click();
  await expect(message).toHaveValue('Sent and refused');
});

test('words of a conversation that is still being begun when the page goes wait for the next one', async ({
  talk,
}) => {
  const { page, message } = talk;
  await beginHeld(talk);
  await page.keyboard.type('Before the reload');
  await page.reload();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await expect(message).toHaveValue('Before the reload');
  // They wait no more.
  await message.fill('');
  await talk.list.getByRole('button', { name: 'New conversation', exact: true }).click();
  await expect(message).toHaveValue('');
});
