import { holdBegin } from './hold.ts';
import { expect, MODEL, putBash, test } from './talk-fixtures.ts';

test('Undo of a deleted conversation says why it failed, can be asked for again, and leaves who went elsewhere there', async ({
  talk,
  workbench,
  provider,
}) => {
  const { page } = talk;
  provider.play({ text: 'Kept.' });
  await workbench.openTool('calc');
  await talk.begin(MODEL);
  await talk.send('To be deleted');
  await expect(talk.said('Kept.')).toBeVisible();
  await talk.act('Delete');
  const deleted = page.locator('.toast').filter({ hasText: 'Deleted' });
  const undo = deleted.getByRole('button', { name: 'Undo' });

  const refused = { error: { code: 'x', message: 'Not now' } };
  await page.route('**/api/conversations', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 409, json: refused })
      : route.continue(),
  );
  await undo.click();
  await expect(page.locator('.toast').filter({ hasText: 'Not now' })).toBeVisible();
  await page.unroute('**/api/conversations');

  const held = await holdBegin(page);
  await undo.click();
  await held.asked;
  await workbench.openTool('greet');
  await held.go();
  const row = talk.list.getByRole('button', { name: /^To be deleted/ }).first();
  await expect(row).toBeVisible();
  await expect(workbench.title).toHaveText('greet');
  await expect(page).not.toHaveURL(/#\/conversations\//);
  await row.click();
  await expect(talk.said('Kept.')).toBeVisible();
});

test('a conversation that could not be read while the runner was away is read once it is back', async ({
  talk,
  workbench,
  provider,
  runner,
}) => {
  provider.play({ text: 'Here again.' });
  await talk.begin(MODEL);
  await talk.send('To be read later');
  await expect(talk.said('Here again.')).toBeVisible();
  await workbench.openTool('calc');
  await runner.crash();
  await talk.list
    .getByRole('button', { name: /^To be read later/ })
    .first()
    .click();
  await expect(talk.talk).toContainText('not responding');
  await runner.again();
  await expect(talk.said('Here again.')).toBeVisible();
});

test('one key up stops following the end, and the end is followed again once one is there', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  const lines = Array.from({ length: 80 }, (_, at) => `Line ${at}`).join('\n\n');
  provider.play({ text: lines }, { text: 'And one more.' });
  await talk.begin(MODEL);
  await talk.send('Tell a lot');
  const last = talk.said('Line 79').getByText('Line 79');
  await expect(last).toBeInViewport();
  const down = talk.talk.getByRole('button', { name: 'Jump to the end' });
  await expect(down).toBeHidden();

  const turns = page.getByTestId('turns');
  await turns.focus();
  await page.keyboard.press('ArrowUp');
  await expect(down).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 600 });
  await expect(last).not.toBeInViewport();
  await turns.focus();
  await page.keyboard.press('End');
  await expect(down).toBeHidden();
  await page.setViewportSize({ width: 1440, height: 500 });
  await expect(last).toBeInViewport();
});

test('a long question is read from its beginning, and stays where the person scrolls in it', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  putBash(runner.workspace);
  provider.play({ calls: [{ name: 'note', arguments: { text: 'x' } }] }, { text: 'It is noted.' });
  await talk.begin(MODEL);
  await page.setViewportSize({ width: 390, height: 640 });
  await talk.send('Put an x on paper');
  const turns = page.getByTestId('turns');
  const title = turns.getByRole('heading', { name: /^Approval needed/ });
  await expect(title).toBeInViewport();
  const scroll = (by: number): Promise<number> =>
    turns.evaluate(async (box, pixels) => {
      box.scrollTop += pixels;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
      return box.scrollTop;
    }, by);
  const at = await scroll(80);
  await page.setViewportSize({ width: 390, height: 620 });
  expect(await scroll(0)).toBe(at);
  await turns.getByRole('button', { name: /^Allow once/ }).click();
  await expect(talk.said('It is noted.')).toBeInViewport();
});
