import { expect, test } from './fixtures.ts';

test('P7 without the runner a row of the history opens what is here, and says why it opens nothing else', async ({
  workbench,
  runner,
}) => {
  const { page, run, history } = workbench;
  await workbench.openTool('calc');
  for (const [a, answer] of [
    ['20', '22'],
    ['30', '32'],
  ] as const) {
    await run.getByRole('textbox', { name: /^a/ }).fill(a);
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText(answer);
    await expect(workbench.ranBefore(0)).toContainText(a);
  }
  await workbench.ranBefore(1).click();
  await expect(workbench.modelSees).toHaveText('22');
  await workbench.openTool('greet');
  await expect(workbench.title).toHaveText('greet');

  await runner.crash();
  await expect(page.getByRole('status').filter({ hasText: 'not responding' })).toHaveCount(1);
  const why = 'Needs the runner, which is not responding';
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
