import type { Locator, Page } from '@playwright/test';
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
  provider.play({ text: 'First.', usage }, { text: 'Second.', usage });
  await talk.begin(MODEL);
  await talk.send('Once');
  await expect(talk.said('First.')).toBeVisible();
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
