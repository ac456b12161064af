import { expect, test } from './fixtures.ts';

test('P7 without the runner a row of the history opens what is here, and says why it opens nothing else', async ({
  workbench,
  runner,
}) => {
  const { page, history } = workbench;
  await workbench.openTool('calc');
  for (const [a, answer] of [
    ['20', '22'],
    ['30', '32'],
  ] as const) {
    await workbench.runWith('a', a, answer);
    await expect(workbench.ranBefore(0)).toContainText(a);
  }
  await workbench.ranBefore(1).click();
  await expect(workbench.modelSees).toHaveText('22');
  await workbench.openTool('greet');
  await expect(workbench.title).toHaveText('greet');

  await runner.crash();
  await expect(page.getByRole('status').filter({ hasText: 'not responding' })).toHaveCount(1);
  const why = 'Needs the runner, which is not responding';
  for (const name of ['Open the history', 'Durations over time'])
    await expect(history.getByRole('button', { name })).toHaveAttribute('title', why);
  await expect(workbench.ranBefore(0)).toBeDisabled();
  await expect(workbench.ranBefore(0)).toHaveAttribute('title', why);
  const row = history.getByRole('listitem').first();
  for (const name of ['Steps of this run', 'Run calc again with these arguments']) {
    const button = row.getByRole('button', { name, includeHidden: true });
    await expect(button).toBeDisabled();
    await expect(button).toHaveAttribute('title', why);
  }
  await workbench.ranBefore(1).click();
  await expect(workbench.modelSees).toHaveText('22');
  await expect(workbench.title).toHaveText('calc');

  await runner.again();
  await expect(workbench.ranBefore(0)).toBeEnabled();
  await workbench.ranBefore(0).click();
  await expect(workbench.modelSees).toHaveText('32');
});

test('P7 without the runner a filter of the history shows no runs of another one, and says why', async ({
  workbench,
  runner,
}) => {
  const { page, history } = workbench;
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.ranBefore(0)).toContainText('calc');
  await history.getByRole('button', { name: 'Open the history' }).click();
  const runs = page.getByTestId('runs');
  await expect(runs.getByRole('listitem').first()).toContainText('calc');

  await runner.crash();
  await expect(page.getByRole('status').filter({ hasText: 'not responding' })).toHaveCount(1);
  await expect(runs.getByRole('listitem').first()).toContainText('calc');
  const state = runs.getByRole('combobox', { name: 'Status' });
  await state.selectOption({ index: 2 });
  await expect(runs.getByRole('alert')).toContainText('The runner is not responding');
  await expect(runs.getByRole('listitem')).toHaveCount(0);
  await expect(runs.getByRole('button', { name: 'Durations over time' })).toBeDisabled();

  await runner.again();
  await expect(runs.getByRole('button', { name: 'Durations over time' })).toBeEnabled();
  await expect(runs.getByRole('alert')).toHaveCount(0);
  await state.selectOption({ index: 0 });
  await expect(runs.getByRole('listitem').first()).toContainText('calc');
});
