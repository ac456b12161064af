import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';
import type { Runner } from './runner.ts';
import { serious } from './serious.ts';

const trashOf = (page: Page) => page.getByTestId('trash');
const rowOf = (page: Page, id: string) =>
  trashOf(page).getByRole('button', { name: `Restore "${id}"` });
const kept = (runner: Runner, id: string): string[] =>
  readdirSync(join(runner.workspace, '.lathe', 'trash')).filter((key) => key.startsWith(`${id}~`));

/** Makes tools and deletes them in the page, the last one last. */
const discard = async (workbench: Workbench, runner: Runner, ids: string[]): Promise<void> => {
  for (const id of ids) putTool(runner, { id, code: `print('${id}')\n` });
  for (const id of ids) {
    await expect(workbench.tool(id)).toBeVisible();
    await workbench.act(id, 'Delete');
    await expect(workbench.tool(id)).toHaveCount(0);
  }
};

test('T1 T2 the trash says what it holds and how long, restores under a free id, turned off, and stays open', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  await discard(workbench, runner, ['t_bin', 't_taken']);
  const fold = trashOf(page).getByRole('button', { name: 'Trash', exact: true });
  await test.step('it is one quiet row until it is opened, and stays open', async () => {
    await expect(fold).toHaveAttribute('aria-expanded', 'false');
    await expect(rowOf(page, 't_bin')).toHaveCount(0);
    await fold.click();
    await expect(rowOf(page, 't_bin')).toHaveAttribute('title', /Deleted .*\d{4}/);
    await expect(trashOf(page)).toContainText('Kept until you delete it for good');
    await page.reload();
    await expect(rowOf(page, 't_bin')).toBeVisible();
    expect(await serious(page)).toEqual([]);
  });
  await test.step('a name that is taken: it says the other id, and has it', async () => {
    putTool(runner, { id: 't_taken', code: "print('another')\n" });
    await expect(rowOf(page, 't_taken')).toContainText('Restores as t_taken_2');
    await rowOf(page, 't_taken').click();
    const restored = workbench.tool('t_taken_2');
    await expect(restored).toHaveAttribute('aria-current', 'true');
    await expect(restored).toContainText('off');
    await editor.show('execution.py');
    await expect(editor.pane).toContainText("print('t_taken')");
    const toast = page.locator('.toast').filter({ hasText: '"t_taken" as "t_taken_2"' });
    await toast.getByRole('button', { name: 'Turn on' }).click();
    await expect(restored).not.toContainText('off');
  });
  await test.step('the keys: from the tree, Enter restores, the focus goes on', async () => {
    await discard(workbench, runner, ['t_later']);
    await expect(rowOf(page, 't_later')).toBeVisible();
    await workbench.library.getByRole('tree').focus();
    await page.keyboard.press('Tab');
    await expect(fold).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, 't_later')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workbench.tool('t_later')).toHaveAttribute('aria-current', 'true');
    await expect(rowOf(page, 't_bin')).toBeFocused();
    expect(kept(runner, 't_later')).toEqual([]);
  });
});

test('T3 what is deleted for good is asked about first and is gone; the rest stays until the trash is emptied', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  await discard(workbench, runner, ['t_stays', 't_ends', 't_next']);
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Show the trash');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await test.step('a no leaves it there', async () => {
    await expect(trashOf(page).getByRole('button', { name: 'Trash', exact: true })).toBeFocused();
    await expect(rowOf(page, 't_next')).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await expect(rowOf(page, 't_ends')).toBeFocused();
    await page.keyboard.press('Delete');
    await expect(dialog).toContainText('Delete "t_ends" for good?');
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
    await expect(rowOf(page, 't_ends')).toBeFocused();
    expect(kept(runner, 't_ends')).toHaveLength(1);
  });
  await test.step('a yes deletes that one, and the focus goes on', async () => {
    await page.keyboard.press('Delete');
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(rowOf(page, 't_ends')).toHaveCount(0);
    await expect(rowOf(page, 't_stays')).toBeFocused();
    expect([kept(runner, 't_ends'), kept(runner, 't_stays')]).toEqual([[], [expect.any(String)]]);
  });
  await test.step('emptied, nothing is left of it, on the screen and on the disk', async () => {
    await trashOf(page).getByRole('button', { name: 'Empty' }).click();
    await dialog.getByRole('button', { name: 'Delete for good' }).click();
    await expect(trashOf(page)).toHaveCount(0);
    await expect(workbench.library.getByRole('tree')).toBeFocused();
    expect([...kept(runner, 't_stays'), ...kept(runner, 't_next')]).toEqual([]);
    for (const id of ['t_stays', 't_next'])
      expect(existsSync(join(runner.workspace, 'tools', id)), id).toBe(false);
  });
});
