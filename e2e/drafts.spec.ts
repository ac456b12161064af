import { expect, test } from './fixtures.ts';

test('a draft survives a reload and a runner that dies, and can be saved afterwards', async ({
  workbench,
  runner,
}) => {
  test.setTimeout(120_000);
  const { page, editor } = workbench;
  const code = "print('kept {text}')\n";
  await workbench.openTool('echo');
  await editor.write('execution.py', code);
  await expect(editor.pane.getByText('Draft saved in this browser')).toBeVisible();

  await test.step('a reload', async () => {
    await page.reload();
    await workbench.openTool('echo');
    await editor.show('execution.py');
    await expect.poll(() => editor.text()).toContain('kept {text}');
    await expect(workbench.tool('echo').getByText('unsaved')).toBeAttached();
    // Tools run in the page once Python has come, and nothing comes without the runner.
    await expect(page.getByText('1 value placed')).toBeVisible({ timeout: 60_000 });
  });

  await test.step('a crash: the page says so, and editing goes on', async () => {
    await runner.crash();
    await page.keyboard.press('ControlOrMeta+S');
    await expect(page.getByText(/The runner is not responding/).first()).toBeVisible();
    await expect(workbench.run.getByRole('button', { name: /^In this page/ })).toBeVisible();
    await editor.write('execution.py', `${code}print('typed meanwhile')\n`);
    await expect(editor.pane.getByText('Draft saved in this browser')).toBeVisible();
  });

  await test.step('a restart: the same page goes on, saves and runs', async () => {
    await runner.again();
    await expect(page.getByText(/The runner is not responding/).first()).toBeHidden({
      timeout: 30_000,
    });
    await expect.poll(() => editor.text()).toContain('typed meanwhile');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('typed meanwhile', { timeout: 60_000 });
  });
});
