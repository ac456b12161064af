import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

/** Holds what the page asks for at an address until it is let go. */
const hold = async (page: Page, address: RegExp): Promise<() => void> => {
  let go = (): void => undefined;
  const free = new Promise<void>((done) => (go = done));
  await page.route(address, async (route) => {
    await free;
    await route.continue();
  });
  return go;
};

test('a key that comes before a tool is read runs that tool, and no other', async ({
  workbench,
  runner,
}) => {
  const { page, run, result } = workbench;
  putTool(runner, { id: 'held_one', code: "print('of one')\n" });
  putTool(runner, { id: 'held_two', code: "print('of two')\n" });
  await workbench.openTool('calc');
  await expect(workbench.tool('held_two')).toBeVisible();

  await test.step('Run waits, and what is shown stays', async () => {
    const go = await hold(page, /\/api\/tools\/held_one$/);
    await workbench.tool('held_one').click();
    await workbench.runIt();
    await expect(run.getByRole('status')).toHaveText('Runs as soon as the tool is read');
    await expect(workbench.editor.pane.getByText('Reading the tool')).toBeVisible();
    await expect(workbench.editor.pane.getByRole('heading', { level: 1 })).toHaveText('calc');
    go();
    await expect(workbench.modelSees).toHaveText('of one');
  });

  await test.step('whoever opens another tool meanwhile wants neither run', async () => {
    const go = await hold(page, /\/api\/tools\/held_two$/);
    await workbench.tool('held_two').click();
    await workbench.runIt();
    await workbench.tool('calc').click();
    await expect(workbench.editor.pane.getByRole('heading', { level: 1 })).toHaveText('calc');
    go();
    await workbench.openTool('held_two');
    await expect(run.getByRole('button', { name: /^Run/ })).toBeEnabled();
    await expect(result).not.toContainText('of two');
  });

  await test.step('Escape ends the wait', async () => {
    putTool(runner, { id: 'held_three', code: "print('of three')\n" });
    const go = await hold(page, /\/api\/tools\/held_three$/);
    await workbench.tool('held_three').click();
    await workbench.runIt();
    await run.getByRole('button', { name: /Cancel/ }).click();
    go();
    await expect(workbench.editor.pane.getByRole('heading', { level: 1 })).toHaveText('held_three');
    await expect(run.getByRole('button', { name: /^Run/ })).toBeEnabled();
    await expect(result).not.toContainText('of three');
  });
});

test('while a script is read its last state stays, and Run waits for the new one', async ({
  workbench,
  runner,
}) => {
  const { page, run } = workbench;
  const script = (name: string) =>
    `def greet_held(${name}: str = "you") -> str:\n    """Greets."""\n    return "hello " + ${name}\n`;
  const file = join(runner.workspace, 'tools', 'held_script', 'held_script.py');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, script('who'));
  await workbench.openTool('held_script');
  await expect(run.getByRole('textbox', { name: 'who' })).toBeVisible();

  const go = await hold(page, /pyodide.*\.wasm/);
  await page.reload();
  await expect(run.getByRole('textbox', { name: 'who' })).toBeVisible();
  await workbench.editor.write('held_script.py', script('whom'));
  await workbench.runIt();
  await expect(run.getByRole('status').first()).toHaveText('Runs as soon as the tool is read');
  await expect(workbench.editor.pane.getByText('Reading the tool')).toBeVisible();
  await expect(run.getByRole('textbox', { name: 'who', exact: true })).toBeVisible();
  go();
  await expect(run.getByRole('textbox', { name: 'whom' })).toBeVisible({ timeout: 60_000 });
  await expect(workbench.modelSees).toContainText('hello', { timeout: 30_000 });
});
