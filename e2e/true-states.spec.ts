import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { hold } from './hold.ts';
import { putSlow, putTool } from './put-tool.ts';

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
    await expect(run.getByText('Runs as soon as the tool is read')).toBeVisible();
    await expect(workbench.editor.pane.getByText('Reading the tool')).toBeVisible();
    await expect(workbench.title).toHaveText('calc');
    go();
    await expect(workbench.modelSees).toHaveText('of one');
  });

  await test.step('whoever opens another tool meanwhile wants neither run', async () => {
    const go = await hold(page, /\/api\/tools\/held_two$/);
    await workbench.tool('held_two').click();
    await workbench.runIt();
    await workbench.tool('calc').click();
    await expect(workbench.title).toHaveText('calc');
    go();
    await workbench.openTool('held_two');
    await expect(workbench.runButton).toBeEnabled();
    await expect(result).not.toContainText('of two');
  });

  await test.step('Escape ends the wait', async () => {
    putTool(runner, { id: 'held_three', code: "print('of three')\n" });
    const go = await hold(page, /\/api\/tools\/held_three$/);
    await workbench.tool('held_three').click();
    await workbench.runIt();
    await run.getByRole('button', { name: /Cancel/ }).click();
    go();
    await expect(workbench.title).toHaveText('held_three');
    await expect(workbench.runButton).toBeEnabled();
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

test('a result is of the tool beside it; what is deleted or renamed leaves nothing to another', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  putTool(runner, { id: 'first_own', code: "print('of first')\n" });
  putTool(runner, {
    id: 'second_own',
    code: "print('of second')\n",
    files: { 'return.json': '{ "template": "RULED {output}" }\n' },
  });
  await workbench.openTool('first_own');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('of first');
  await expect(result.getByText('Return rules apply without a new run')).toBeVisible();
  await workbench.openTool('second_own');
  await expect(result).not.toContainText('of first');
  await workbench.runIt();
  await expect(workbench.personSees).toContainText('RULED of second');

  await test.step('a run of a deleted tool is shown as it was, and says so', async () => {
    await workbench.act('first_own', 'Delete');
    await expect(workbench.tool('first_own')).toHaveCount(0);
    await workbench.history
      .getByRole('button', { name: /first_own/ })
      .first()
      .click();
    await expect(result.getByText(/This is a run of first_own/)).toBeVisible();
    await expect(workbench.modelSees).toHaveText('of first');
    await expect(workbench.personSees).not.toContainText('RULED');
    await expect(result.getByText(/Return rules apply|return rules applied/)).toHaveCount(0);
  });
  await test.step('a new tool of that name begins without a result', async () => {
    putTool(runner, { id: 'first_own', code: "print('of another')\n" });
    await workbench.openTool('first_own');
    await expect(workbench.title).toHaveText('first_own');
    await expect(result).toContainText('Run the tool to see');
    await expect(result).not.toContainText('of first');
  });
  await test.step('rules that changed since are applied after a reload, and that is said', async () => {
    await workbench.openTool('second_own');
    await workbench.editor.write('return.json', '{ "template": "NEW {output}" }\n');
    await expect(result.getByText('Edited return rules applied')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+S');
    await expect(workbench.editor.pane.getByText('Saved', { exact: true })).toBeVisible();
    await page.reload();
    await expect(workbench.personSees).toContainText('NEW of second');
    await expect(result.getByText('Edited return rules applied')).toBeVisible();
  });
});

test('details are true: defaults, the place of the cursor, a declaration without code', async ({
  workbench,
  runner,
}) => {
  const { page, run, editor } = workbench;
  const parameters = {
    type: 'object',
    properties: {
      q: { type: 'string', description: 'What to look up', default: 'zero' },
      f: { type: 'boolean', description: 'Whether to look twice', default: true },
    },
  };
  const declared = JSON.stringify({ name: 'look_it_up', description: 'Looks it up', parameters });
  const file = join(runner.workspace, 'tools', 'declared_only', 'declared_only.json');
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, `${declared}\n`);
  await workbench.openTool('declared_only');
  await expect(run.getByText('This tool has no code, so it cannot run')).toBeVisible();
  await expect(workbench.runButton).toBeDisabled();
  await expect(run.getByRole('button', { name: 'Mock it in a conversation' })).toBeVisible();

  await run.getByRole('textbox', { name: 'q' }).fill('');
  await run.getByRole('button', { name: 'Unset q' }).click();
  await expect(run.getByPlaceholder('default: zero')).toBeVisible();
  await run.getByRole('button', { name: 'Unset f' }).click();
  await expect(run.getByText('default: true')).toBeVisible();

  await run.getByRole('button', { name: 'Add code' }).click();
  await expect(editor.pane.getByRole('tab', { name: 'execution.py' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await expect(workbench.runButton).toBeEnabled();
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('q: zero', { timeout: 30_000 });

  const place = editor.pane.getByText(/^Line \d+, column \d+$/);
  await editor.pane.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await expect(place).toHaveText('Line 3, column 1');
  await editor.show('definition.json');
  await expect(place).toHaveText('Line 1, column 1');
  await editor.pane.getByRole('radio', { name: 'Form' }).click();
  await expect(place).toHaveCount(0);
});

test('P7 offline is said once; a run that was cut off keeps what it printed, and all goes on afterwards', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  const banner = page.getByRole('status').filter({ hasText: 'not responding' });
  putSlow(runner, 'cut_short', 'first part');
  await workbench.openTool('cut_short');
  await workbench.runIt();
  await expect(result).toContainText('first part');
  // What tells of it is fetched while the runner is there, and all of it at one time.
  const fetched = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => name)
        .join(),
    );
  await expect.poll(fetched).toContain('/soon-');
  // Without Python in the page, the head of the arguments says, too, that a run needs the runner.
  const filled = workbench.preview.getByRole('button', { name: 'Copy the filled code' });
  await expect(filled).toBeVisible({ timeout: 60_000 });
  await expect(banner).toHaveCount(0);
  await page.getByTestId('library').getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New tool' });
  await dialog.getByRole('textbox').fill('from_another');
  await dialog.getByLabel('Start from').selectOption('tool:slugify');

  await runner.crash();
  await expect(banner).toHaveCount(1);
  await expect(result.getByRole('alert')).toContainText('Connection lost during the run');
  await expect(result).toContainText('first part');
  await test.step('what needs the runner is disabled and says why', async () => {
    const why = 'Needs the runner, which is not responding';
    const toast = page.locator('.toast');
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(toast).toContainText('not responding');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Import' })).toBeDisabled();
    const refused = async (entries: string[]): Promise<void> => {
      for (const name of entries) {
        const entry = page.getByRole('menuitem', { name });
        await expect(entry).toBeDisabled();
        await expect(entry).toHaveAttribute('title', why);
      }
    };
    await workbench.tool('calc').hover();
    await workbench.library.getByRole('button', { name: 'Actions for calc', exact: true }).click();
    await refused(['Turn off', 'Rename', 'Delete', 'Try']);
    await expect(page.getByRole('menuitem', { name: 'Duplicate' })).toBeEnabled();
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Open tool' }).getByLabel('More').click();
    await refused(['Rename', 'Delete']);
    await page.keyboard.press('Escape');
    await page.keyboard.press('c');
    await expect(toast.filter({ hasText: why })).toBeVisible();
    await page.keyboard.press('ControlOrMeta+K');
    const palette = page.getByRole('dialog', { name: 'Command palette' });
    for (const name of ['Import tools', 'New conversation', 'Rename', 'Delete', 'MCP servers']) {
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type(name);
      await expect(palette.getByRole('option', { name }).first()).toContainText(why);
    }
    await page.keyboard.press('Escape');
  });

  await runner.again();
  await expect(banner).toHaveCount(0, { timeout: 60_000 });
  await expect(page.getByRole('button', { name: 'Import' })).toBeEnabled();
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('3', { timeout: 60_000 });
});

test('P9 before the list comes the library says neither that there are tools nor that there are none', async ({
  workbench,
}) => {
  const { page, library } = workbench;
  await workbench.tool('calc').waitFor();
  const go = await hold(page, /\/api\/tools\?/);
  await page.reload();
  await expect(library.getByText('Loading')).toBeVisible();
  await expect(library).not.toContainText('appear here');
  await expect(library).not.toContainText(/\d/);
  go();
  await workbench.tool('calc').waitFor();
  await expect(library.getByText('Loading')).toBeHidden();
});
