import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

test('A1.38 the form view edits the text and keeps what it does not know', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  putTool(runner, {
    id: 'formed',
    code: "print('{text}')\n",
    properties: { text: { type: 'string', description: 'A text', 'x-mine': [1, 2] } },
    required: ['text'],
  });
  await workbench.openTool('formed');
  await editor.pane.getByRole('radio', { name: 'Form' }).click();
  await editor.pane.getByLabel('Description').first().fill('Says the text that it is given');
  await editor.pane.getByLabel('Timeout (seconds)').fill('7');
  await editor.pane.getByRole('button', { name: 'Icon' }).click();
  await page.getByRole('button', { name: 'brain.svg' }).click();
  await editor.pane.getByRole('button', { name: 'Add parameter' }).click();
  await editor.pane.getByLabel('Name').last().fill('loud');
  await editor.pane.getByLabel('Name').last().press('Tab');
  await editor.pane.getByLabel('Type').last().selectOption('boolean');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  const path = join(runner.workspace, 'tools', 'formed', 'definition.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    description: 'Says the text that it is given',
    timeout: 7,
    icon: 'brain.svg',
    parameters: {
      properties: { text: { 'x-mine': [1, 2] }, loud: { type: 'boolean' } },
      required: ['text'],
    },
  });
  const icon = workbench.tool('formed').locator('.art i');
  await expect(icon).toBeVisible();
  await expect(icon).toHaveCSS('mask-image', /brain\.svg/);
});

test('undo in the form of a definition is that of the text, but for what is still being typed', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  const properties = { text: { type: 'string', description: 'A text' } };
  putTool(runner, { id: 'undone', code: "print('{text}')\n", properties });
  await workbench.openTool('undone');
  await editor.pane.getByRole('radio', { name: 'Form' }).click();
  const description = editor.pane.getByLabel('Description').first();
  const names = editor.pane.getByRole('listitem').getByLabel('Name', { exact: true });
  await description.fill('One');
  await description.fill('Two');
  await description.press('ControlOrMeta+Z');
  await expect(description).toHaveValue('One');
  await editor.pane.getByRole('button', { name: 'Remove parameter text' }).click();
  await expect(names).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(names).toHaveValue('text');
  await page.keyboard.press('ControlOrMeta+Y');
  await expect(names).toHaveCount(0);
  await page.keyboard.press('ControlOrMeta+Z');
  await names.focus();
  await page.keyboard.type('s');
  await names.press('ControlOrMeta+Z');
  await expect(names).toHaveValue('text');
  await expect(description).toHaveValue('One');
  await names.fill('words');
  await names.press('Enter');
  await names.press('ControlOrMeta+Z');
  await expect(names).toHaveValue('text');
  // The key is heard where nothing has the focus, too, as just after a row is gone.
  await names.evaluate((element) => element.blur());
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(description).toHaveValue('A tool that a test of the page needs');
});

test('A1.3 A1.42 broken JSON says line and column, and the form stays; fixes from the list', async ({
  workbench,
  runner,
}) => {
  const { editor, run } = workbench;
  putTool(runner, {
    id: 'broken_one',
    code: "print('{text}')\n",
    properties: { text: { type: 'string', description: 'A text to print' } },
    required: ['text'],
  });
  await workbench.openTool('broken_one');
  await run.getByRole('textbox', { name: /^text/ }).fill('still here');

  await test.step('a comma too many', async () => {
    await editor.write('definition.json', '{\n  "id": "broken_one",,\n  "description": "x"\n}\n');
    await editor.openProblems();
    await expect(editor.problems).toContainText('definition.json:2:');
    await expect(run.getByRole('textbox', { name: /^text/ })).toHaveValue('still here');
    await expect(workbench.runButton).toBeDisabled();
    await expect(workbench.tool('calc')).toBeVisible();
    await editor.pane.locator('.monaco-editor .view-lines').first().click();
    await workbench.page.keyboard.press('ControlOrMeta+Z');
    await expect(workbench.runButton).toBeEnabled();
  });
  await test.step('F8 goes from problem to problem, and round', async () => {
    const place = editor.pane.getByText(/^Line \d+, column \d+$/);
    await editor.write('execution.py', "a = {'a': 1}\nb = {'b': 2}\nprint('{text}')\n");
    await expect(place).toHaveText('Line 4, column 1');
    await workbench.page.keyboard.press('ControlOrMeta+Home');
    for (const line of [1, 2, 1]) {
      await workbench.page.keyboard.press('F8');
      await expect(place).toHaveText(`Line ${line}, column 5`);
    }
  });
  await test.step('an unquoted text and a dict, mended from the list', async () => {
    await editor.write('execution.py', "ends = {'a': 1}\nprint('{text}', ends['a'])\n");
    await editor.openProblems();
    await editor.problems
      .getByRole('button', { name: /Double the braces/ })
      .first()
      .click();
    await editor.closeProblems();
    await expect.poll(() => editor.text()).toContain("{{'a': 1}}");
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('still here 1');
  });
});

test('typing fast over a selection in Chinese and braces makes no error', async ({ workbench }) => {
  const { page, editor } = workbench;
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(error.message));
  await workbench.openTool('greet');
  await editor.show('execution.py');
  await editor.pane.locator('.monaco-editor .view-lines').first().click();
  for (let round = 0; round < 2; round++) {
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type(`if True:\nprint('{name} 你好', {{'a': [1, (2)]}})\n# ${round}`);
  }
  await expect.poll(() => editor.text()).toContain('# 1');
  expect(errors).toEqual([]);
});
