import { expect, test } from './fixtures.ts';

test('a run is opened again, compared, run with changes, and survives a restart', async ({
  workbench,
  runner,
}) => {
  test.setTimeout(120_000);
  const { page, run, history } = workbench;
  await workbench.openTool('calc');
  for (const [a, answer] of [
    ['20', '22'],
    ['30', '32'],
  ] as const) {
    await run.getByRole('textbox', { name: /^a/ }).fill(a);
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText(answer);
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  }

  await test.step('open the older one: its result and its arguments are back', async () => {
    await workbench.ranBefore(1).click();
    await expect(workbench.modelSees).toHaveText('22');
    await expect(run.getByRole('textbox', { name: /^a/ })).toHaveValue('20');
  });

  await test.step('compare it with the newer one', async () => {
    await workbench.ranBefore(0).hover();
    await history.getByRole('button', { name: 'Compare with the open run' }).click();
    const compared = page.getByRole('dialog', { name: 'Compare two runs' });
    await expect(compared).toContainText('"a": 20');
    await expect(compared).toContainText('"a": 30');
    await expect(compared.getByText('1 line differs').first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(compared).toBeHidden();
  });

  await test.step('run it again with a change', async () => {
    await run.getByRole('textbox', { name: /^b/ }).fill('5');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('25');
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('a restart of the runner, and a reload', async () => {
    const before = await history.locator('button.open').count();
    await runner.crash();
    await runner.again();
    await page.reload();
    await expect(history.locator('button.open')).toHaveCount(before);
    await workbench.ranBefore(0).click();
    await expect(workbench.modelSees).toHaveText('25');
  });
});

test('A3.37 runs are searched and filtered on the runner; their times and steps are shown', async ({
  workbench,
}) => {
  const { page, run, history } = workbench;
  await workbench.openTool('greet');
  for (const name of ['Ada Lovelace', 'Grace Hopper']) {
    await run.getByRole('textbox', { name: /^name/ }).fill(name);
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText(name);
  }
  await history.getByRole('button', { name: 'Filter' }).click();
  const rows = history.locator('button.open');
  await history.getByRole('searchbox', { name: 'Search runs' }).fill('lovelace');
  await expect(rows).toHaveCount(1);
  await rows.first().click();
  await expect(workbench.modelSees).toContainText('Ada Lovelace');
  await history.getByRole('combobox', { name: 'Status' }).selectOption('Unsuccessful');
  await expect(history).toContainText('No runs match');
  await history.getByRole('combobox', { name: 'Status' }).selectOption('All statuses');
  await history.getByRole('searchbox', { name: 'Search runs' }).fill('');
  await history.getByRole('combobox', { name: 'Tool' }).selectOption('greet');
  await expect(rows.first()).toContainText('greet');

  await rows.first().hover();
  await history.getByRole('button', { name: 'Steps of this run' }).first().click();
  const steps = page.getByRole('dialog', { name: 'Steps of greet' });
  await expect(steps.getByRole('listitem')).toContainText(['done']);
  await page.keyboard.press('Escape');

  await history.getByRole('button', { name: 'Durations over time' }).click();
  const times = page.getByRole('dialog', { name: 'Durations over time' });
  await expect(times.getByRole('combobox', { name: 'Tool' })).toHaveValue('greet');
  await expect(
    times.getByRole('list', { name: 'Durations over time' }).getByRole('listitem'),
  ).toHaveCount(await rows.count());
  await page.keyboard.press('Escape');
});
