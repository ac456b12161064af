import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';

test('what comes once the editor stands moves nothing that stands there before', async ({
  workbench,
}) => {
  const { page, library, history, preview } = workbench;
  const places = () => Promise.all([library, history, preview].map((pane) => pane.boundingBox()));
  const go = await hold(page, /\/assets\/soon-[^/]*\.js$/);
  await page.reload();
  await page.getByTestId('code').waitFor();
  await expect(history.getByRole('heading', { name: 'History' })).toBeVisible();
  await expect(preview.getByRole('heading', { name: 'Schema' })).toBeVisible();
  await expect(page.locator('[data-coming]')).not.toHaveCount(0);
  const before = await places();
  go();
  await expect(history.getByText(/^\d+ runs?$/)).toBeVisible();
  await expect(page.getByTestId('servers')).toBeVisible();
  await expect(preview.getByRole('tablist')).toBeVisible();
  await expect(page.locator('[data-coming]')).toHaveCount(0);
  expect(await places()).toEqual(before);
});
