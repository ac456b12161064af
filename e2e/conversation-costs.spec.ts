import type { Locator, Page } from '@playwright/test';
import type { Conversation } from '../shared/protocol/conversations/conversations.ts';
import { putTool } from './put-tool.ts';
import { expect, MODEL, test } from './talk-fixtures.ts';

const pricesOf = async (page: Page): Promise<Locator> => {
  await page.keyboard.press('ControlOrMeta+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Models' }).click();
  return dialog.getByTestId('prices');
};
const close = async (page: Page): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
};

test('what models cost is counted by the person’s prices, and is unknown where one is missing', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  const usage = { input: 200, output: 30 };
  provider.play(
    { reasoning: 'It is the first.', text: 'First.', usage },
    { text: 'Second.', usage },
  );
  await talk.begin(MODEL);
  await talk.send('Once');
  await expect(talk.said('First.')).toBeVisible();
  const thought = talk.turns.getByRole('button', { name: /^Thought/ });
  await expect(thought).toHaveAttribute('aria-expanded', 'false');
  await thought.click();
  await expect(thought).toHaveAttribute('aria-expanded', 'true');
  const cost = talk.side.getByTestId('totals').locator('div', { hasText: 'Cost' }).locator('dd');
  await expect(cost).toHaveText('unknown');

  const prices = await pricesOf(page);
  await prices.getByRole('button', { name: 'Add a price' }).click();
  await prices.getByLabel('Model', { exact: true }).fill(MODEL);
  await prices.getByLabel(`Input price of ${MODEL}`).fill('1000');
  await prices.getByLabel(`Output price of ${MODEL}`).fill('10000');
  await prices.getByLabel(`Output price of ${MODEL}`).press('Enter');
  await expect(prices.getByRole('button', { name: `Remove ${MODEL}` })).toBeVisible();
  await close(page);
  await expect(cost).toHaveText('$0.50');

  // One model without a price makes the sum unknown, not smaller.
  await talk.choose('local:other');
  await talk.send('Twice');
  await expect(talk.said('Second.')).toBeVisible();
  await expect(cost).toHaveText('unknown');
  await expect(talk.side.getByTestId('totals')).toContainText('460');

  const again = await pricesOf(page);
  await again.getByRole('button', { name: `Remove ${MODEL}` }).click();
  await expect(again.getByRole('button', { name: `Remove ${MODEL}` })).toHaveCount(0);
});

test('results that an agent elsewhere writes down as its calls end are in the request that is shown', async ({
  talk,
  runner,
  provider,
}) => {
  const { page, turns } = talk;
  putTool(runner, { id: 'stamp', code: 'print("as it ran")' });
  const call = { name: 'stamp', arguments: {} };
  provider.play({ calls: [call, call] }, { text: 'Both are done.' });
  await talk.begin(MODEL);
  await talk.send('Stamp twice');
  await expect(talk.said('Both are done.')).toBeVisible();

  let written = 1;
  await page.route(/\/api\/conversations\/[^/?]+$/, async (route) => {
    const response = await route.fetch();
    const read = (await response.json()) as Conversation;
    const nodes = read.nodes
      .slice(0, 3)
      .map((node) =>
        node.role === 'results' ? { ...node, results: node.results.slice(0, written) } : node,
      );
    await route.fulfill({ response, json: { ...read, nodes, isGoingOn: true, turns: [] } });
  });
  await page.reload();
  const messages = page.getByTestId('request-sent').getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('as it ran');
  await expect(turns.locator('[data-call]')).toHaveCount(2);
  const asked = page.waitForRequest(/\/api\/conversations\/[^/]+\/request$/);
  written = 2;
  await asked;
});
