import { expect, test } from './fixtures.ts';

for (const language of ['en', 'zh'] as const) {
  const say = {
    en: {
      ...{ import: 'Import', paste: 'Paste', fill: 'Fill in the arguments', on: 'Turn on' },
      wrong: 'Line 1, column 9: expected a name in double quotes; no comma before "}"',
      tool: 'Adds the tool "pasted_en", off until you turn it on. Only a declaration was pasted',
      off: /Imported "pasted_en"\. It is off/,
      as: /Imported "pasted_en" as "pasted_en_2"/,
    },
    zh: {
      ...{ import: '导入', paste: '粘贴', fill: '填入参数', on: '启用' },
      wrong: '第 1 行，第 9 列：这里需要双引号中的名称；“}”前不能有逗号',
      tool: '将添加工具“pasted_zh”，导入后处于停用状态。粘贴的只有声明',
      off: /已导入 1 个工具文件夹：“pasted_zh”。它们处于停用状态/,
      as: /“pasted_zh”（改名为“pasted_zh_2”）/,
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
