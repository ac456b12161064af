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
    await expect(result.getByText(/This run is of first_own/)).toBeVisible();
    await expect(workbench.modelSees).toHaveText('of first');
    await expect(workbench.personSees).not.toContainText('RULED');
    await expect(result.getByText(/Return rules apply|return rules applied/)).toHaveCount(0);
  });
  await test.step('a new tool of that name begins without a result', async () => {
    putTool(runner, { id: 'first_own', code: "print('of another')\n" });
    await workbench.openTool('first_own');
    await expect(workbench.editor.pane.getByRole('heading', { level: 1 })).toHaveText('first_own');
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

for (const language of ['en', 'zh'] as const) {
  const say = {
    en: {
      gone: 'The runner is not responding: restart it with npm start',
      cut: 'Connection lost during the run',
      needs: 'Needs the runner, which is not responding',
      import: 'Import',
      conversations: 'The conversations could not be loaded',
    },
    zh: {
      gone: '运行器没有响应，请用 npm start 重新启动',
      cut: '运行途中连接断开',
      needs: '需要运行器，但它没有响应',
      import: '导入',
      conversations: '无法加载对话',
    },
  }[language];
  test(`a runner that dies in the middle: said once, nothing lost, and it goes on by itself, in ${language}`, async ({
    workbench,
    runner,
  }) => {
    test.setTimeout(180_000);
    const { page, result, run } = workbench;
    const [name, other] = [`cut_${language}`, `later_${language}`];
    putTool(runner, {
      id: name,
      code: "import time\nprint('told before', flush=True)\ntime.sleep(80)\n",
      timeout: 90,
    });
    putTool(runner, { id: other, code: "print('went on')\n" });
    await workbench.speak(language);
    await workbench.openTool(name);
    await workbench.runIt();
    await expect(result.getByRole('log')).toContainText('told before');
    await runner.crash();
    await expect(page.getByText(say.gone)).toBeVisible({ timeout: 30_000 });
    await expect(result.getByText(say.cut)).toBeVisible();
    await expect(result).toContainText('told before');
    await expect(page.locator('.hosts .dot:not(.off)')).toHaveCount(0);
    const toImport = workbench.library.getByRole('button', { name: say.import, exact: true });
    await expect(toImport).toBeDisabled();
    await expect(toImport).toHaveAttribute('title', say.needs);
    await expect(page.getByText(say.conversations)).toHaveCount(0);
    await workbench.tool(other).click();
    await expect(page.locator('.toast.warn')).toBeVisible();
    await expect(workbench.editor.pane.getByRole('heading', { level: 1 })).toHaveText(name);

    await runner.again();
    await expect(page.getByText(say.gone)).toBeHidden({ timeout: 60_000 });
    await expect(toImport).toBeEnabled();
    await expect(result).toContainText('told before');
    await expect(workbench.ranBefore(0)).toContainText(name);
    await expect(page.locator('.hosts .dot:not(.off)').first()).toBeVisible();
    await workbench.openTool(other);
    await expect(
      run.getByRole('button', { name: language === 'en' ? /^Run/ : /^运行/ }),
    ).toBeEnabled();
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('went on', { timeout: 60_000 });
  });
}

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
  await expect(run.getByRole('button', { name: /^Run/ })).toBeDisabled();
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
  await expect(run.getByRole('button', { name: /^Run/ })).toBeEnabled();
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

for (const language of ['en', 'zh'] as const) {
  const say = {
    en: {
      ...{ import: 'Import', paste: 'Paste', fill: 'Fill in the arguments', on: 'Turn on' },
      wrong: 'Line 1, column 9: expected a name in double quotes; no comma before "}"',
      tool: 'A tool folder "pasted_en" with pasted_en. It starts off',
      off: /Imported "pasted_en"\. It is off/,
      as: /Imported "pasted_en" as "pasted_en_2"/,
    },
    zh: {
      ...{ import: '导入', paste: '粘贴', fill: '填入参数', on: '启用' },
      wrong: '第 1 行，第 9 列：这里需要双引号中的名称；“}”前不能有逗号',
      tool: '工具文件夹 "pasted_zh"，含 1 个工具：pasted_zh。导入后处于停用状态',
      off: /已导入 1 个工具文件夹："pasted_zh"。它们处于停用状态/,
      as: /"pasted_zh"（改名为 "pasted_zh_2"）/,
    },
  }[language];
  test(`what is pasted into Import is told before it is made, and starts off, in ${language}`, async ({
    workbench,
  }) => {
    const { page, run, library } = workbench;
    await workbench.speak(language);
    await workbench.openTool('calc');
    const dialog = page.getByRole('dialog');
    const paste = async (text: string): Promise<void> => {
      await library.getByRole('button', { name: say.import, exact: true }).click();
      await page.getByRole('menuitem', { name: say.paste }).click();
      await dialog.getByRole('textbox').fill(text);
    };
    await paste('{"a": 1,}');
    await expect(dialog.getByRole('status')).toContainText(say.wrong);
    await expect(dialog.getByRole('button', { name: say.import, exact: true })).toBeDisabled();
    await dialog.getByRole('textbox').fill('{"a": 41, "op": "+", "b": 1}');
    await dialog.getByRole('button', { name: say.fill }).click();
    await expect(run.getByRole('textbox', { name: /^a/ })).toHaveValue('41');

    const name = `pasted_${language}`;
    const tool = `{"name": "${name}", "description": "Looks it up", "parameters": {"type": "object"}}`;
    await paste(tool);
    await expect(dialog.getByRole('status')).toContainText(say.tool);
    await dialog.getByRole('button', { name: say.import, exact: true }).click();
    const toast = page.locator('.toast').filter({ hasText: say.off });
    await expect(toast).toBeVisible();
    const off = language === 'en' ? 'off' : '停用';
    await expect(workbench.tool(name)).toContainText(off);
    await toast.getByRole('button', { name: say.on }).click();
    await expect(workbench.tool(name)).not.toContainText(off);
    await paste(tool);
    await dialog.getByRole('button', { name: say.import, exact: true }).click();
    await expect(page.locator('.toast').filter({ hasText: say.as })).toBeVisible();
  });
}
