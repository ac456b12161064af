import { expect, MODEL, serious, test } from './talk-fixtures.ts';

test('a request that is longer than its model reads is said with its count before it is sent, and after', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  await talk.begin(MODEL);
  await page.keyboard.press('ControlOrMeta+,');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  await settings.getByRole('tab', { name: 'Models' }).click();
  const prices = settings.getByTestId('prices');
  await prices.getByRole('button', { name: 'Add a price' }).click();
  await prices.getByLabel('Model', { exact: true }).fill(MODEL);
  await prices.getByLabel(`Context tokens of ${MODEL}`).fill('50');
  await prices.getByLabel(`Input price of ${MODEL}`).fill('1');
  await prices.getByLabel(`Output price of ${MODEL}`).fill('1');
  await prices.getByLabel(`Output price of ${MODEL}`).press('Enter');
  await expect(prices.getByRole('button', { name: `Remove ${MODEL}` })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(settings).toBeHidden();
  await page.reload();

  await expect(talk.side.getByRole('alert')).toContainText(/tokens.*50/);
  expect(await serious(page), 'too long').toEqual([]);
  const asked = 'However, your messages resulted in 9,001 tokens.';
  const message = `This model's maximum context length is 8192 tokens. ${asked}`;
  const body = JSON.stringify({ error: { message, code: 'context_length_exceeded' } });
  provider.play({ status: 400, body }, { text: 'Shorter now.' });
  await talk.send('Say much');
  await expect(talk.stopped).toContainText('9001');
  await expect(talk.stopped).toContainText('8192');
  await talk.stopped.getByRole('button', { name: 'Retry' }).click();
  await expect(talk.said('Shorter now.')).toBeVisible();
});
