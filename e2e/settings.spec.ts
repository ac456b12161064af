import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Runner } from './runner.ts';

const putScript = (runner: Runner, id: string, script: string): void => {
  const folder = join(runner.workspace, 'tools', id);
  mkdirSync(folder, { recursive: true });
  const definition = {
    ...{ id, description: 'A script that the tests of settings run', timeout: 10 },
    parameters: { type: 'object', properties: {} },
  };
  writeFileSync(join(folder, 'execution.sh'), script);
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition, null, 2));
};
const question = (page: Page): Locator => page.getByRole('alertdialog');
const settings = (page: Page): Locator => page.getByRole('dialog', { name: /^(Settings|设置)$/ });
const open = async (page: Page, tab: string): Promise<Locator> => {
  await page.keyboard.press('ControlOrMeta+,');
  await settings(page).getByRole('tab', { name: tab }).click();
  return settings(page);
};
const close = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape');
  await expect(settings(page)).toBeHidden();
};

test('A3.35 a setting is checked, kept, has an effect, and goes back to its default', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'quick', 'ls; sleep 0.1');
  await workbench.openTool('quick');
  await workbench.runIt();
  await expect(workbench.result).toContainText('exit 0');

  const general = await open(page, 'General');
  const asks = general.getByRole('combobox', { name: 'Approval in this session' });
  await asks.selectOption({ label: 'ask every time' });
  const limit = general.getByRole('textbox', { name: 'Timeout', exact: true });
  // What stands in the field is not said beneath it again.
  await expect(limit).toHaveAccessibleDescription(/ Default$/);
  await limit.fill('-4');
  await limit.press('Tab');
  await expect(general).toContainText('Enter a number from 0.1 to 600');
  await expect(limit).toHaveAttribute('aria-invalid', 'true');
  await limit.fill('12.5');
  await limit.press('Tab');
  await expect(general.getByRole('button', { name: 'Reset to default: Timeout' })).toBeVisible();
  await close(page);

  await workbench.runIt();
  await expect(question(page)).toContainText('Your policy for this session is "ask-always"');
  await page.keyboard.press('Escape');
  await expect(workbench.modelSees).toContainText('Command rejected by user');

  await page.reload();
  const again = await open(page, 'General');
  await expect(limit).toHaveValue('12.5');
  await expect(limit).toHaveAccessibleDescription(/ Default: 30 /);
  await again.getByRole('button', { name: 'Reset to default: Timeout' }).click();
  await expect(limit).toHaveValue('30');
  await again.getByRole('button', { name: 'Reset to default: Approval in this session' }).click();
  await expect(asks).toHaveValue('');
});

test('settings that cannot be read say why in the language of the page, and are read again', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  let isAway = true;
  await page.route('**/api/settings', (route) => (isAway ? route.abort() : route.continue()));
  await page.keyboard.press('ControlOrMeta+,');
  const alert = settings(page).getByRole('alert').first();
  await expect(alert).toContainText('could not be loaded: The runner is not responding');
  // The switch lies beneath the dialog.
  const speak = (language: string) =>
    page.locator('header.top [role=radio]', { hasText: language }).dispatchEvent('click');
  await speak('中');
  await expect(alert).toContainText('运行器没有响应');
  await speak('EN');
  await expect(alert).toContainText('The runner is not responding');
  isAway = false;
  await settings(page).getByRole('button', { name: 'Retry' }).first().click();
  await expect(settings(page).getByRole('textbox', { name: 'Timeout', exact: true })).toBeVisible();
  await close(page);

  await workbench.speak('zh');
  isAway = true;
  await page.keyboard.press('ControlOrMeta+,');
  await expect(alert).toContainText('运行器没有响应');
});

test('a decision is listed with its reason, taken back, and asked for again', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putScript(runner, 'keeps', 'echo kept > kept.txt; cat kept.txt');
  await workbench.openTool('keeps');
  await workbench.runIt();
  await question(page).getByRole('button', { name: 'Always allow' }).click();
  await expect(workbench.modelSees).toContainText('kept');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('kept');
  await expect(question(page)).toBeHidden();

  const dialog = await open(page, 'Decisions');
  const row = dialog.getByTestId('decisions').getByRole('listitem').filter({ hasText: 'kept.txt' });
  await expect(row).toContainText('keeps');
  await expect(row).toContainText('always');
  await expect(row).toContainText('echo kept > kept.txt');
  await expect(row).toContainText('writes a file');
  await row.getByRole('button', { name: 'Revoke: keeps' }).click();
  await expect(row).toBeHidden();
  await close(page);

  await workbench.runIt();
  await expect(question(page)).toContainText('kept.txt');
  await page.keyboard.press('Escape');
  // It would be shown in the pages of other tests.
  await expect(question(page)).toBeHidden();
});

test('groups are switched, conflicts are named, in Chinese too', async ({ workbench, runner }) => {
  const { page } = workbench;
  putScript(runner, 'twin_one', 'ls');
  putScript(runner, 'twin_two', 'ls');
  const same = join(runner.workspace, 'tools', 'twin_two', 'definition.json');
  const parameters = { type: 'object', properties: {} };
  writeFileSync(same, JSON.stringify({ id: 'twin_one', description: 'The same name', parameters }));
  await expect(workbench.tool('twin_two')).toBeVisible();

  const dialog = await open(page, 'Conflicts');
  await expect(dialog.getByRole('region', { name: 'twin_one' })).toContainText('twin_two');
  await dialog.getByRole('tab', { name: 'Tools' }).click();
  // A choice for one tool is for no other, though Lathe's file tools share a group.
  const files = dialog.getByRole('region', { name: /\bRead\b.*\bWrite\b/ });
  const approval = (of: string) =>
    files.getByRole('combobox', { name: `Approval of ${of}`, exact: true });
  await approval('Read').selectOption('auto');
  await expect(dialog.getByRole('status')).toHaveText('Saved');
  await expect(approval('Read')).toHaveValue('auto');
  await expect(approval('Write')).toHaveValue('');
  await expect(files.getByRole('combobox', { name: /^Approval of .*, / })).toHaveValue('');
  await approval('Read').selectOption('');
  await expect(dialog).not.toContainText('builtin:');
  const off = dialog.getByRole('switch', { name: 'twin_two is on' });
  await expect(off).toBeChecked();
  await off.click();
  await expect(off).not.toBeChecked();
  await dialog.getByRole('tab', { name: 'Conflicts' }).click();
  // Tools of other tests may share names, too; this pair no longer does.
  await expect(dialog.getByRole('region', { name: 'twin_one' })).toBeHidden();
  await close(page);
  await workbench.speak('zh');
  const chinese = await open(page, '命令');
  await expect(chinese).toContainText('在沙箱中运行');
  await close(page);
  await workbench.speak('en');

  // M13 The palette leads to what a client of MCP needs, with this runner's own address and paths.
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill('connect a program');
  await page.keyboard.press('Enter');
  const elsewhere = settings(page).getByRole('tabpanel', { name: 'Connect' });
  await expect(elsewhere).toContainText(`${new URL(runner.url).origin}/mcp`);
  await expect(elsewhere).toContainText(`"${runner.workspace}"`);
  await expect(elsewhere).not.toContainText(runner.token);
});
