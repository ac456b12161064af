import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';
import type { Runner } from './runner.ts';
import { serious } from './serious.ts';

const code = "print('abcdefghij')\n";
const rulesOf = (runner: Runner, id: string): string =>
  join(runner.workspace, 'tools', id, 'return.json');

/** The return rules of the open tool as a form. */
const asForm = async ({ page, editor }: Workbench, form = 'Form'): Promise<Locator> => {
  await editor.pane.getByRole('tab', { name: 'return.json' }).click();
  await editor.pane.getByRole('radio', { name: form }).click();
  return page.getByTestId('return-form');
};

test('A1.45 a form of the return rules shapes the last result, and changes its own bytes alone', async ({
  workbench,
  runner,
}) => {
  const { page, modelSees, personSees, history } = workbench;
  const rules = '{\n\t"x-mine": [1,   2], "truncate":  2000,\n\t"template": "got {output}"\n}\n';
  putTool(runner, { id: 'ruled', code, files: { 'return.json': rules } });
  await workbench.openTool('ruled');
  await workbench.runIt();
  await expect(personSees).toHaveText('got abcdefghij');
  await expect(workbench.ranBefore(0)).toContainText('ruled');
  const runs = await history.locator('button.open').count();
  const form = await asForm(workbench);
  await expect(form).toContainText('Kept as is; edit in the text view: x-mine');
  const limit = form.getByRole('textbox', { name: 'Output limit (characters)' });
  const message = form.getByRole('textbox', { name: 'Message for the person' });
  const wrong = form.getByRole('alert');

  await test.step('both contents follow what is typed', async () => {
    await expect(limit).toHaveValue('2000');
    await limit.fill('3');
    await expect(modelSees).toHaveText('abc');
    await expect(personSees).toHaveText('got abc');
    await message.fill('');
    await expect(personSees).toContainText('empty string');
    await message.fill('it: \nend');
    await message.press('ControlOrMeta+Home');
    await message.press('End');
    await form.getByRole('button', { name: '{output}', exact: true }).click();
    await expect(message).toBeFocused();
    await page.keyboard.type('!');
    await expect(message).toHaveValue('it: {output}!\nend');
    await expect(personSees).toHaveText('it: abc! end');
  });

  await test.step('a wrong value says what is wrong with it, at its field', async () => {
    await expect(wrong).toHaveCount(0);
    await limit.fill('-3');
    await expect(wrong).toHaveText(
      'The output limit must be above 0, not -3; the limit is ignored',
    );
    await expect(limit).toHaveAccessibleDescription(/above 0, not -3/);
    await expect(limit).toHaveAttribute('aria-invalid', 'true');
    await limit.fill('a few');
    await expect(wrong).toHaveText(
      'The output limit must be a number of characters; the limit is ignored',
    );
    await expect(limit).toHaveValue('a few');
    await expect(modelSees).toHaveText('abcdefghij');
    await limit.fill('');
    await expect(form).toContainText('No output limit');
    await expect(limit).toBeFocused();
    await page.keyboard.type('4');
    await expect(wrong).toHaveCount(0);
    await expect(limit).toHaveAttribute('aria-invalid', 'false');
    await message.fill('{outptu}');
    await expect(wrong).toContainText('Unknown placeholder "{outptu}"');
    await expect(message).toHaveAccessibleDescription(/Unknown placeholder/);
    await expect(personSees).toHaveText('abcd');
    expect(await serious(page), 'a wrong value').toEqual([]);
    await message.fill('{return_code}');
    await expect(personSees).toHaveText('0');
  });

  await test.step('what the form does not show stays as it was written', async () => {
    const path = rulesOf(runner, 'ruled');
    expect(readFileSync(path, 'utf8')).toBe(rules);
    await page.keyboard.press('ControlOrMeta+S');
    await expect
      .poll(() => readFileSync(path, 'utf8'))
      .toBe(rules.replace('2000', '4').replace('got {output}', '{return_code}'));
    expect(await history.locator('button.open').count()).toBe(runs);
  });
});

test('A1.46 a byte order mark and the ends of lines stay, whatever is typed and taken back', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const rules = '\ufeff{"truncate": 5,\r\n "template": "a\\r\\nb"}\r\n';
  putTool(runner, { id: 'ruled_mark', code, files: { 'return.json': rules } });
  await workbench.openTool('ruled_mark');
  const form = await asForm(workbench);
  const limit = form.getByRole('textbox', { name: 'Output limit (characters)' });
  await limit.fill('7');
  await limit.fill('78');
  await limit.press('ControlOrMeta+z');
  await expect(limit).toHaveValue('7');
  await form.getByRole('textbox', { name: 'Message for the person' }).press('End');
  await page.keyboard.type('!');
  await page.keyboard.press('ControlOrMeta+S');
  const saved = rules.replace('5', '7').replace('nb"', 'nb!"');
  await expect.poll(() => readFileSync(rulesOf(runner, 'ruled_mark'), 'utf8')).toBe(saved);
});

test('A1.46 rules are added and removed by keyboard, and undo in the form is that of the text', async ({
  workbench,
  runner,
}) => {
  const { page, editor, personSees } = workbench;
  putTool(runner, { id: 'unruled', code });
  await workbench.openTool('unruled');
  await workbench.runIt();
  await expect(personSees).toHaveText('abcdefghij');
  await editor.pane.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Add "return.json"' }).click();
  const form = page.getByTestId('return-form');
  const limit = form.getByRole('textbox', { name: 'Output limit (characters)' });
  const message = form.getByRole('textbox', { name: 'Message for the person' });
  const addMessage = form.getByRole('button', { name: 'Add message' });
  const addLimit = form.getByRole('button', { name: 'Add output limit' });
  await expect(limit).toHaveValue('2000');
  await expect(limit).toBeFocused();
  expect(existsSync(rulesOf(runner, 'unruled'))).toBe(false);

  await test.step('the focus goes on to the field, and to what is left', async () => {
    await addMessage.focus();
    await page.keyboard.press('Enter');
    await expect(message).toBeFocused();
    await page.keyboard.type(' and more');
    await expect(message).toHaveValue('{output} and more');
    await expect(personSees).toHaveText('abcdefghij and more');
    await form.getByRole('button', { name: 'Remove message' }).focus();
    await page.keyboard.press('Enter');
    await expect(addMessage).toBeFocused();
    await expect(form).toContainText('The person reads the output');
    await expect(personSees).toHaveText('abcdefghij');
  });

  await test.step('undo takes back what was done in the form, and redo puts it in again', async () => {
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(message).toHaveValue('{output} and more');
    await expect(form.locator(':focus')).toBeVisible();
    await expect(personSees).toHaveText('abcdefghij and more');
    await message.focus();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect(message).toHaveValue('{output} and mor');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect(message).toHaveValue('{output} and more');
    await limit.fill('');
    await form.getByRole('button', { name: 'Remove output limit' }).focus();
    await page.keyboard.press('Enter');
    await expect(addLimit).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(limit).toBeFocused();
    await expect(limit).toHaveValue('2000');
    await editor.pane.getByRole('radio', { name: 'Text' }).click();
    await editor.pane.locator('.monaco-editor .view-lines').first().click();
    await expect.poll(() => editor.text()).toContain('"truncate"');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => editor.text()).not.toContain('"truncate"');
  });

  await test.step('a text that no form can show is said to be one, and shown', async () => {
    await editor.write('return.json', '{\n  "truncate": 5 // mine\n}\n');
    await editor.pane.getByRole('radio', { name: 'Form' }).click();
    await expect(editor.pane.getByRole('alert')).toContainText('JSON has no comments');
    await editor.pane.getByRole('button', { name: 'Show the text' }).click();
    await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
    await expect(editor.pane.getByText('Line 2, column')).toBeVisible();
  });
});

for (const [language, form, limit, wrong, message, add] of [
  [
    'en',
    'Form',
    'Output limit (characters)',
    'output limit',
    'Message for the person',
    'Add message',
  ],
  ['zh', '表单', '输出上限（字符）', '输出上限', '给人看的消息', '添加消息'],
] as const)
  test(`the form of return rules on a phone, in ${language}`, async ({ workbench, runner }) => {
    const { page, personSees } = workbench;
    const id = `ruled_${language}`;
    putTool(runner, { id, code, files: { 'return.json': '{ "truncate": 5 }\n' } });
    await workbench.openTool(id);
    await workbench.runIt();
    await expect(personSees).toHaveText('abcde');
    await workbench.speak(language);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator('nav [role=tab]').nth(1).click();
    const rules = await asForm(workbench, form);
    await rules.getByRole('textbox', { name: limit }).fill('0');
    await expect(rules.getByRole('alert')).toContainText(wrong);
    await rules.getByRole('textbox', { name: limit }).fill('2');
    await rules.getByRole('button', { name: add }).click();
    await rules.getByRole('textbox', { name: message }).fill('{output}{output}');
    expect(await serious(page)).toEqual([]);
    await page.locator('nav [role=tab]').nth(4).click();
    await expect(personSees).toHaveText('abab');
  });

test('A1.35 a Chinese page says in Chinese why a rule is ignored, at its field and beside the result', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const rules = '{ "truncate": -1, "template": "{result}" }\n';
  putTool(runner, { id: 'ignored', code, files: { 'return.json': rules } });
  await workbench.openTool('ignored');
  await workbench.runIt();
  await expect(workbench.personSees).toContainText('abcdefghij');
  await workbench.speak('zh');
  const limit = '应大于 0，而不是 -1';
  const message = '未知占位符“{result}”；请使用 {output}、{stderr}、{return_code}或{tool_id}';
  const result = page.getByRole('region', { name: '结果', exact: true });
  await expect(result.getByRole('listitem').filter({ hasText: 'truncate' })).toHaveText(
    `输出上限已忽略：“truncate”${limit}`,
  );
  await expect(result.getByRole('listitem').filter({ hasText: '{result}' })).toHaveText(
    `给人看的消息已忽略：${message}`,
  );
  const form = await asForm(workbench, '表单');
  await expect(form.getByRole('alert')).toHaveText([
    `输出上限${limit}；上限已忽略`,
    `${message}；消息已忽略`,
  ]);
});

test('a tool without return rules is told so, and its fix adds the file', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  putTool(runner, { id: 'ruleless', code });
  await workbench.openTool('ruleless');
  await editor.pane.getByRole('button', { name: '1 hint' }).click();
  const problems = page.getByRole('region', { name: 'Problems' });
  await expect(problems).not.toContainText(':1:1');
  await problems.getByRole('button', { name: 'Add "return.json"' }).click();
  await expect(editor.pane.getByRole('tab', { name: 'return.json' })).toBeVisible();
  await expect(problems).toHaveCount(0);
});
