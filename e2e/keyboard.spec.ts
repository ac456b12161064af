import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putSlow, putTool } from './put-tool.ts';
import { serious } from './serious.ts';
import { Workbench } from './pages/workbench.ts';

test('a tool is made, typed, run and saved without a mouse', async ({ workbench }) => {
  const { page, editor, run } = workbench;
  await test.step('new', async () => {
    await page.keyboard.press('n');
    // Nobody waits for the dialog before they type.
    await page.keyboard.type('typed_tool');
    await page.keyboard.press('Enter');
    await expect(workbench.tool('typed_tool')).toBeVisible();
  });
  await test.step('type', async () => {
    await page.keyboard.press('Alt+2');
    await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
    // A tab's arrows walk from file to file.
    await editor.pane.getByRole('tab', { name: 'definition.json' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect(editor.pane.getByRole('tab', { name: 'execution.py' })).toBeFocused();
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('print(6 * 7)');
    await expect.poll(() => editor.text()).toBe('print(6 * 7)');
  });
  await test.step('run, and save', async () => {
    await page.keyboard.press('ControlOrMeta+Enter');
    await expect(workbench.modelSees).toHaveText('42');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  });
  await test.step('the palette opens a tool', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('text_len');
    await page.keyboard.press('Enter');
    await expect(page).toHaveTitle(/text_len/);
  });
  await test.step('what is typed right after a choice goes where it leads', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('judge');
    await page.keyboard.press('Enter');
    await page.keyboard.type('awk 1 a > b');
    const judging = page.getByRole('dialog', { name: 'Check a command' });
    await expect(judging.getByRole('textbox')).toHaveValue('awk 1 a > b');
    await page.keyboard.press('Escape');
    await expect(judging).toBeHidden();
  });
  await test.step('the panes', async () => {
    await page.keyboard.press('Alt+1');
    await expect(workbench.library.locator(':focus')).toBeVisible();
    await page.keyboard.press('Alt+4');
    await expect(run.locator(':focus')).toBeVisible();
    await page.keyboard.press('Alt+3');
    await expect(workbench.preview.locator(':focus')).toBeVisible();
  });
});

test('what is typed before the palette is there chooses in it, and the rest goes on', async ({
  page,
  runner,
}) => {
  let arrive: () => void = () => undefined;
  const held = new Promise<void>((done) => (arrive = done));
  await page.route(/\/soon-[^/]*\.js$/, async (route) => {
    await held;
    await route.continue();
  });
  const workbench = new Workbench(page);
  await workbench.open(new URL(runner.url).origin);
  await workbench.openTool('calc');
  await workbench.editor.pane.locator('.monaco-editor .view-line').first().click();
  const before = await workbench.editor.text();
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('judgex');
  await page.keyboard.press('Backspace');
  await page.keyboard.press('Enter');
  await page.keyboard.type('awk 1 a > b');
  arrive();
  const judging = page.getByRole('dialog', { name: 'Check a command' });
  await expect(judging.getByRole('textbox')).toHaveValue('awk 1 a > b');
  await page.keyboard.press('Escape');
  expect(await workbench.editor.text()).toBe(before);
});

test('the focus goes on to what comes next, never to the page itself', async ({ workbench }) => {
  const { page, editor } = workbench;
  await page.getByTestId('library').getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New tool' });
  await dialog.getByRole('textbox').fill('focus_goes_on');
  await page.keyboard.press('Enter');
  await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
  await editor.pane.getByRole('radio', { name: 'Form' }).click();
  const add = editor.pane.getByRole('button', { name: 'Add parameter' });
  const names = editor.pane.locator('li').getByRole('textbox', { name: 'Name' });
  // The form is fetched when it is first shown.
  await add.waitFor();
  const before = await names.count();
  for (const name of ['first_one', 'second_one']) {
    await add.click();
    await expect(names.last()).toBeFocused();
    await page.keyboard.type(name);
    await page.keyboard.press('Tab');
    await expect(names.last()).toHaveValue(name);
  }
  // The row that moves up has it; after the last one, what is left.
  await editor.pane.getByRole('button', { name: 'Remove parameter first_one' }).focus();
  await page.keyboard.press('Enter');
  const last = editor.pane.getByRole('button', { name: 'Remove parameter second_one' });
  await expect(last).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(names).toHaveCount(before);
  await expect(editor.pane.locator(':focus')).toBeVisible();
});

test('P6 what passes gives the focus back: a question, a toast, a run', async ({
  workbench,
  runner,
}) => {
  const { page, editor, run } = workbench;
  putSlow(runner, 'runs_long', 'first part');
  const definition = { id: 'asks_first', description: 'A script that has to ask before it runs' };
  putTool(runner, {
    ...{ id: 'asks_first', code: '' },
    files: {
      'definition.json': JSON.stringify(definition),
      'execution.sh': 'echo one > asked.txt',
    },
  });
  rmSync(join(runner.workspace, 'tools', 'asks_first', 'execution.py'));
  const typing = editor.pane.locator('.monaco-editor.focused').first();
  await workbench.openTool('asks_first');
  await editor.show('execution.sh');
  await editor.pane.locator('.monaco-editor .view-line').first().click();
  await test.step('an answer, where the person ran from', async () => {
    await workbench.runIt();
    await expect(page.getByRole('button', { name: 'Deny' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(workbench.modelSees).toContainText('rejected');
    await expect(typing).toBeVisible();
  });
  await test.step('a toast, where the person worked', async () => {
    await page.keyboard.type('x');
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('revert');
    await page.keyboard.press('Enter');
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo', exact: true });
    await undo.focus();
    await page.keyboard.press('Enter');
    await expect(undo).toHaveCount(0);
    await expect(typing).toBeVisible();
  });
  await test.step('a run, where it was begun', async () => {
    await workbench.openTool('runs_long');
    await workbench.runButton.focus();
    await page.keyboard.press('Enter');
    await expect(run.getByRole('button', { name: /Cancel/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(workbench.runButton).toBeFocused();
  });
});

test('the list of keys is that of the actions; a pane fills the screen and returns', async ({
  workbench,
}) => {
  const { page, editor, preview, library, result } = workbench;
  await workbench.openTool('calc');
  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  for (const row of ['Open the history', 'Command palette', 'Go to the result'])
    await expect(keys).toContainText(row);
  // All of them at once, without scrolling.
  const room = await keys
    .locator('.dialog-body')
    .evaluate((body) => body.clientHeight - body.scrollHeight);
  expect(room).toBe(0);
  // No group is broken over two columns.
  const groups = keys.getByRole('group');
  const parts = await groups.evaluateAll((all) => all.map((one) => one.getClientRects().length));
  expect(parts).toEqual(parts.map(() => 1));
  // Places have keys of their own.
  for (const [place, text, key] of [
    ['Panes', 'Go to the result', 'Alt+5'],
    ['Library', 'Open the menu', 'Shift+F10'],
    ['On a tab', 'Close the tab', 'Delete'],
    ['In an approval', 'Always allow', 'A'],
    ['In the trash', 'Delete for good', 'Delete'],
    ['Double-click', 'Keep the tab open', 'Tool or its tab'],
  ]) {
    const rows = keys.getByRole('group', { name: place, exact: true }).locator('.row');
    await expect(rows.filter({ hasText: text })).toContainText(key ?? '');
  }
  expect(await serious(page), 'keys').toEqual([]);
  await page.keyboard.press('Tab');
  await expect(keys.getByRole('button', { name: 'Open guides' })).toBeFocused();
  await keys.getByRole('button', { name: 'Open guides' }).click();
  await expect(keys).toBeHidden();
  const guides = page.getByRole('dialog', { name: 'Guides' });
  await expect(guides).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(guides).toBeHidden();

  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  await result
    .getByRole('status')
    .first()
    .dblclick({ position: { x: 4, y: 4 } });
  await expect(editor.pane).toBeHidden();
  await expect(library).toBeHidden();
  await expect(workbench.modelSees).toBeVisible();
  await result
    .getByRole('status')
    .first()
    .dblclick({ position: { x: 4, y: 4 } });
  await expect(editor.pane).toBeVisible();
  await page.keyboard.press('Alt+3');
  await page.keyboard.press('Alt+0');
  await expect(editor.pane).toBeHidden();
  await expect(preview).toBeVisible();
  // From nowhere, it is the pane that was gone to last.
  await page.keyboard.press('Alt+0');
  await expect(editor.pane).toBeVisible();
  await page.getByRole('button', { name: 'Guides' }).focus();
  await page.keyboard.press('Alt+0');
  await expect(editor.pane).toBeHidden();
  await expect(preview).toBeVisible();
  // What comes up elsewhere is not behind it.
  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  await expect(editor.pane).toBeVisible();
});

test('Enter is a line in a script, whatever is suggested', async ({ workbench, runner }) => {
  const { page, editor } = workbench;
  const folder = join(runner.workspace, 'tools', 'enter_is_a_line');
  mkdirSync(folder, { recursive: true });
  const definition = { id: 'enter_is_a_line', description: 'A script that a test types into' };
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition));
  writeFileSync(join(folder, 'execution.sh'), 'echo wondering');
  await workbench.openTool('enter_is_a_line');
  await editor.show('execution.sh');
  await editor.pane.locator('.monaco-editor .view-line').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('Enter');
  await page.keyboard.type('echo wond');
  // Asked for, as what comes by itself may be given up between two keys.
  await page.keyboard.press('Control+Space');
  await page.locator('.suggest-widget.visible').waitFor();
  await page.keyboard.press('Enter');
  await page.keyboard.type('ls');
  await expect.poll(() => editor.text()).toBe('echo wondering\necho wond\nls');
});

test('P16 no key that was meant for the editor answers the question of a tool', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('ask_person');
  await workbench.runIt();
  const dialog = page.getByRole('dialog', { name: 'ask_person asks' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(workbench.modelSees).toContainText('They gave no answer');
});
