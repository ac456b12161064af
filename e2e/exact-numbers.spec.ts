import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

const BIG = '9007199254740993';

test('a number of the form, of the JSON editor and of the history is exact', async ({
  workbench,
  runner,
}) => {
  test.setTimeout(120_000);
  const { page, run } = workbench;
  putTool(runner, {
    id: 'exact',
    code: 'print(type({n}).__name__, {n})\n',
    properties: { n: { type: 'number', description: 'Any number' } },
    required: ['n'],
  });
  await workbench.openTool('exact');
  const field = run.getByRole('textbox', { name: /^n/ });

  await test.step('the form', async () => {
    await field.fill(BIG);
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText(`int ${BIG}`);
    await expect(field).toHaveValue(BIG);
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('the JSON editor', async () => {
    await run
      .getByRole('radio', { name: 'JSON' })
      .or(run.getByText('JSON', { exact: true }))
      .first()
      .click();
    const editor = run.getByRole('textbox', { name: 'Arguments as JSON' });
    await expect(editor).toHaveValue(`{\n  "n": ${BIG}\n}`);
    await editor.fill('{"n": 3.0}');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('float 3.0');
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
    await editor.fill('{"n": 1e400}');
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('1e400 cannot be given exactly');
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('the history, and a run of it again', async () => {
    await workbench.ranBefore(2).click();
    await expect(workbench.modelSees).toHaveText(`int ${BIG}`);
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText(`int ${BIG}`);
    await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
  });

  await test.step('a reload, and a run in the page', async () => {
    await page.reload();
    await workbench.openTool('exact');
    await run.getByRole('button', { name: 'In the runner. Switch to this page' }).click();
    await workbench.runIt();
    await expect(workbench.result.getByText('fresh sandbox · this page')).toBeVisible({
      timeout: 60_000,
    });
    await expect(workbench.modelSees).toHaveText(`int ${BIG}`);
  });
});
