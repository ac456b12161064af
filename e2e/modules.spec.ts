import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';

const fixtures = resolve(import.meta.dirname, '../shared/formats/fixtures/modules');
const stale = (page: Page) => page.getByTestId('stale');
/** A name in the schema that is shown: the tool's, or a parameter's. */
const shown = ({ preview }: Workbench, name: string) =>
  preview.locator('.tree code').filter({ hasText: new RegExp(`^${name}(?![\\w-])`) });
/** The first schema waits for Python to start in the page. */
const first = { timeout: 45_000 };

interface Row {
  module: string;
  tool: string;
  model: RegExp;
  person: RegExp;
}

/** A function of each fixture, with what its first sample answers. */
const rows: Row[] = [
  { module: 'colors_choices', tool: 'channel', model: /^\s*136\s*$/, person: /136/ },
  { module: 'dates_rest', tool: 'weekday', model: /^\s*Sunday\s*$/, person: /Sunday/ },
  { module: 'geometry', tool: 'distance', model: /^\s*5\.0\s*$/, person: /5\.0/ },
  { module: 'kucun', tool: 'query', model: /^\s*结果：苹果 5 个\s*$/, person: /苹果/ },
  { module: 'records_typed', tool: 'label', model: /Ada\s*1 Row\s*Town/, person: /1 Row/ },
  { module: 'slow_async', tool: 'gather', model: /"a",\s*"b"/, person: /"a"/ },
  { module: 'statistics_numpy', tool: 'summarize', model: /"median": 2.5/, person: /2.5/ },
  { module: 'text_toolkit', tool: 'reverse', model: /^\s*cba\s*$/, person: /cba/ },
  { module: 'line_tools', tool: 'count', model: /^\s*2/, person: /2/ },
  { module: 'disk_report', tool: 'Convert-Size', model: /2 MB|PowerShell/, person: /2|PowerShell/ },
];

/** Says yes to the question that a script of this machine's programs asks. */
const allow = async (page: Page): Promise<void> => {
  const question = page.getByRole('alertdialog');
  const once = question.getByRole('button', { name: /^Allow once/ });
  await expect(once).toBeEnabled();
  await once.click();
};

const open = async (workbench: Workbench, module: string): Promise<void> => {
  await workbench.tool('calc').waitFor();
  await workbench.import(join(fixtures, module));
  await expect(workbench.tool(module)).toHaveAttribute('aria-current', 'true', first);
  await workbench.editor.pane.locator('.monaco-editor .view-line').first().waitFor();
};

test('A0.32 A0.39 ten modules of different origin run from file to result', async ({
  workbench,
}) => {
  const { page } = workbench;
  for (const { module, tool, model, person } of rows) {
    await test.step(`${module}: ${tool}`, async () => {
      await open(workbench, module);
      await workbench.function(tool).click();
      await expect(shown(workbench, tool)).toBeVisible();
      await workbench.runIt();
      const asks = page.getByRole('alertdialog');
      const answers = workbench.modelSees.filter({ hasText: model });
      await expect(answers.or(asks).first()).toBeVisible();
      if (await asks.isVisible()) await allow(page);
      await expect(answers).toBeVisible();
      await expect(workbench.personSees).toHaveText(person);
    });
  }
});

const pair = `"""Two small functions."""


def first(number: int) -> int:
    """Take a number.

    Args:
        number (int): Any number.
    """
    return number


def second(text: str) -> str:
    """Take a text.

    Args:
        text (str): Any text.
    """
    return text
`;

/** A folder of files outside of the workspace, gone after the test. */
const outside = (files: Record<string, string>): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'lathe-drop-'));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text);
  return { path, remove: () => rmSync(path, { recursive: true }) };
};

const importScript = async (workbench: Workbench, name: string, text: string): Promise<void> => {
  const folder = outside({ [name]: text });
  await workbench.tool('calc').waitFor();
  await workbench.import(join(folder.path, name));
  const row = workbench.tool(name.replace(/\..*/, ''));
  await expect(row).toHaveAttribute('aria-current', 'true', first);
  await workbench.editor.pane.locator('.monaco-editor .view-line').first().waitFor();
  folder.remove();
};

test('A0.8 A0.10 the schema follows the typing and the tool the cursor; nothing is saved', async ({
  workbench,
  runner,
}) => {
  const { page, editor, run } = workbench;
  await importScript(workbench, 'follows.py', pair);
  await editor.pane.locator('.monaco-editor .view-lines').first().click();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.press('ArrowUp');
  await expect(shown(workbench, 'second')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Home');
  for (let line = 0; line < 3; line += 1) await page.keyboard.press('ArrowDown');
  await expect(shown(workbench, 'first')).toBeVisible();
  for (let at = 0; at < 'def first(number: int'.length; at += 1) {
    await page.keyboard.press('ArrowRight');
  }
  await page.keyboard.type(', ratio: float = 0.5');
  await expect(shown(workbench, 'ratio')).toBeVisible(first);
  await expect(run.getByRole('textbox', { name: /^ratio/ })).toBeVisible();
  const saved = readFileSync(join(runner.workspace, 'tools/follows/follows.py'), 'utf8');
  expect(saved).toBe(pair);
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText(/^\s*\d+\s*$/);
});

test('A0.31 while a script cannot be parsed its last good schema stays, marked with the place', async ({
  workbench,
}) => {
  const { page, editor } = workbench;
  await importScript(workbench, 'broken.py', pair);
  const better = pair.replace('text: str', 'text: str, times: int = 2');
  await editor.write('broken.py', better);
  await workbench.function('second').click();
  await expect(shown(workbench, 'times')).toBeVisible(first);
  await editor.write('broken.py', `${better}\n\ndef third(:\n`);
  await expect(stale(page)).toContainText('Line 22, column 11');
  await expect(shown(workbench, 'times')).toBeVisible();
  await stale(page).getByRole('button').click();
  await expect(editor.pane.getByText('Line 22, column 11')).toBeVisible();
  await editor.write('broken.py', `${better}\n\ndef third(): ...\n`);
  await expect(stale(page)).toBeHidden();
  await expect(workbench.function('third')).toBeVisible();
});

test('a script that is saved outside shows its new schema by itself', async ({
  workbench,
  runner,
}) => {
  await importScript(workbench, 'watched.py', pair);
  await workbench.function('second').click();
  await expect(shown(workbench, 'text')).toBeVisible();
  const path = join(runner.workspace, 'tools/watched/watched.py');
  writeFileSync(path, pair.replace('text: str', 'text: str, language: str = "en"'));
  await expect(shown(workbench, 'language')).toBeVisible();
  await expect(workbench.editor.pane.getByText('Saved', { exact: true })).toBeVisible();
});

test('A0.6 A0.18 A0.20 policies are chosen beside the script and hold; the rules are one click away', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  await importScript(workbench, 'guarded.py', pair);
  await workbench.editor.pane.getByRole('button', { name: 'Writing rules' }).click();
  const rules = page.getByRole('complementary', { name: 'Writing rules' });
  await expect(rules).toContainText('Functions are tools');
  await rules.getByRole('button', { name: 'Close' }).click();
  await expect(rules).toBeHidden();

  await editor.pane.getByRole('radio', { name: 'Policies' }).click();
  await expect(editor.pane.getByLabel('Rule prompt')).toHaveValue('Two small functions.');
  await editor.pane.getByLabel('Rule prompt').fill('Ask before you use them.');
  await editor.pane.getByLabel('Before a call of first').selectOption('ask-always');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  const cache = join(runner.workspace, 'tools/guarded/guarded.tool.json');
  const kept = {
    rulePrompt: 'Ask before you use them.',
    tools: { first: { executionPolicy: 'ask-always' } },
  };
  expect(JSON.parse(readFileSync(cache, 'utf8'))).toMatchObject({ overrides: kept });

  await editor.pane.getByRole('radio', { name: 'Code' }).click();
  await editor.write('guarded.py', pair.replace('number: int)', 'number: int, more: int = 1)'));
  await workbench.function('first').click();
  await expect(shown(workbench, 'more')).toBeVisible(first);
  await workbench.runIt();
  await allow(page);
  await expect(workbench.modelSees).toHaveText(/^\s*\d+\s*$/);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  await expect
    .poll(() => JSON.parse(readFileSync(cache, 'utf8')))
    .toMatchObject({ overrides: kept, tools: [{ function: { name: 'first' } }, {}] });
});

test('A0.2 A0.3 new modules of each language, and scripts side by side as a tool each', async ({
  workbench,
}) => {
  const { page, library } = workbench;
  for (const [language, id, tool] of [
    ['Python', 'new_py', 'shout'],
    ['Bash', 'new_sh', 'shout'],
    ['PowerShell', 'new_ps', 'Get-Shout'],
  ] as const) {
    await library.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'New tool' });
    await dialog.getByRole('textbox', { name: 'Name' }).fill(id);
    await dialog.getByRole('radio', { name: 'Module' }).click();
    await dialog.getByRole('radio', { name: language, exact: true }).click();
    await dialog.getByRole('button', { name: 'Create' }).click();
    await expect(workbench.function(tool)).toBeVisible(first);
    await expect(workbench.editor.pane.getByText('No problems')).toBeVisible();
  }
  const flat = outside({
    'side_a.py': pair,
    'side_b.sh': '# @cmd Say it.\nsay() { echo it; }\n',
    'side_c.ps1': 'function Get-It { 1 }\n',
    '_private.py': 'x = 1\n',
  });
  await workbench.drop(flat.path);
  for (const id of ['side_a', 'side_b', 'side_c']) await expect(workbench.tool(id)).toBeVisible();
  flat.remove();
});

test('an example that is not in the workspace is offered to begin from', async ({ workbench }) => {
  const { page, library } = workbench;
  await workbench.act('text_diff', 'Delete');
  await expect(workbench.tool('text_diff')).toHaveCount(0);
  await library.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New tool' });
  await dialog.getByLabel('Start from').selectOption('example:text_diff');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(workbench.tool('text_diff')).toBeVisible();
});

test('a module in Chinese: typing, the stale mark, the rules and a run', async ({ workbench }) => {
  const { page, editor } = workbench;
  await workbench.speak('zh');
  await workbench.tool('calc').waitFor();
  await workbench.import(join(fixtures, 'kucun'));
  await workbench.function('query').click();
  await workbench.editor.pane.getByRole('button', { name: '编写规则' }).click();
  const rules = page.getByRole('complementary', { name: '编写规则' });
  await expect(rules).toContainText('函数就是工具');
  await rules.getByRole('button', { name: '关闭' }).click();
  const text = readFileSync(join(fixtures, 'kucun/kucun.py'), 'utf8');
  await editor.write('kucun.py', text.replace('item: str', 'item: str, 数量: int = 1'));
  await expect(shown(workbench, '数量')).toBeVisible(first);
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('结果：苹果 5 个');
  await editor.write('kucun.py', `${text}\ndef 坏(:\n`);
  await expect(stale(page)).toContainText(/第 31 行，第 7 列/);
});
