import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

test('the log of tools: from the palette, filtered, live, newest first', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('tool changes');
  await page.keyboard.press('Enter');
  const settings = page.getByRole('dialog', { name: 'Settings' });
  const rows = settings.getByTestId('registry-log').getByRole('listitem');
  // Earlier rows may have left more events than are drawn, and servers whose tools have names that end in it.
  const search = settings.getByRole('searchbox');
  await search.fill('calc registered workspace');
  await expect(rows.filter({ hasText: /registered\s*calc\b/ }).first()).toHaveText(
    /calc\s+Workspace\s*$/,
  );
  await search.fill('read registered built-in');
  await expect(rows.filter({ hasText: /\bRead\b/ }).first()).toContainText('Built-in');
  await search.fill('');

  await test.step('what happens now comes first, while the log is open', async () => {
    putTool(runner, { id: 'logged_now', code: 'print(1)\n' });
    await expect(rows.first()).toContainText(/registered\s*logged_now/);
    putTool(runner, { id: 'logged_now', code: 'print(2)\n' });
    await expect(rows.first()).toContainText(/changed\s*logged_now/);
    rmSync(join(runner.workspace, 'tools', 'logged_now'), { recursive: true });
    await expect(rows.first()).toContainText(/removed\s*logged_now/);
  });
  await test.step('a filter, and nothing that matches', async () => {
    await search.fill('logged changed');
    await expect(rows).toHaveCount(1);
    await search.fill('no such thing');
    await expect(settings.getByText('No events match "no such thing"')).toBeVisible();
    await search.fill('calc workspace registered');
  });
  await test.step('it leads to the tool', async () => {
    await rows.first().getByRole('button', { name: 'calc' }).click();
    await expect(settings).toBeHidden();
    await expect(page).toHaveTitle(/calc/);
  });
  await test.step('in Chinese, from the settings', async () => {
    await workbench.speak('zh');
    await page.keyboard.press('ControlOrMeta+,');
    const dialog = page.getByRole('dialog', { name: '设置' });
    await dialog.getByRole('tab', { name: '工具变更' }).click();
    await expect(dialog.getByTestId('registry-log')).toContainText('已移除');
  });
});
