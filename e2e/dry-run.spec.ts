import { readFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';

const words = {
  en: {
    action: 'Check a command',
    commands: 'Commands',
    script: 'As one script',
    overall: ['Runs without approval', 'Needs approval', 'Forbidden, even with approval'],
    some: '1 of 3 forbidden',
    export: 'Export as test file',
    palette: 'Search tools and actions',
    reads: 'it only reads the repository',
    rule: 'redirect',
  },
  zh: {
    action: '检查命令',
    commands: '命令',
    script: '作为一个脚本',
    overall: ['无需审批即可运行', '需要审批', '禁止，审批也不能放行'],
    some: '3 条中 1 条被禁止',
    export: '导出为测试文件',
    palette: '搜索工具和操作',
    reads: '只读取仓库',
    rule: '重定向',
  },
} as const;

for (const language of ['en', 'zh'] as const) {
  test(`A3.27 A3.29 commands are judged in the page, in ${language}`, async ({ workbench }) => {
    const { page } = workbench;
    const say = words[language];
    await workbench.speak(language);
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByPlaceholder(say.palette).fill(say.action);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: say.action });
    const field = dialog.getByRole('textbox', { name: say.commands });
    const overall = dialog.getByTestId('overall');
    const rows = dialog.getByTestId('judged');

    await field.fill('git log --oneline | head -5');
    await expect(overall).toHaveText(say.overall[0]);
    await expect(rows.first()).toContainText(say.reads);

    await field.fill('ls -la\ncat a.txt > b.txt\n"su"do reboot');
    await expect(overall).toHaveText(say.some);
    await expect(rows).toHaveCount(3);
    await expect(rows.nth(1)).toContainText(say.rule);

    const downloading = page.waitForEvent('download');
    await dialog.getByRole('button', { name: say.export }).click();
    const file = readFileSync(await (await downloading).path(), 'utf8');
    const saved = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(saved).toEqual([
      { cmd: 'ls -la', want: 'allow' },
      { cmd: 'cat a.txt > b.txt', want: 'ask' },
      { cmd: '"su"do reboot', want: 'deny' },
    ]);

    await dialog.getByRole('radio', { name: say.script }).click();
    await field.fill('for f in *.md; do\n  rm "$f"\ndone');
    await expect(overall).toHaveText(say.overall[1]);
    await expect(rows).toHaveCount(1);

    await dialog.getByRole('radio', { name: 'PowerShell' }).click();
    await field.fill('foreach ($f in gci *.md) {\n  $f.Name\n}');
    await expect(overall).toHaveText(say.overall[0]);
    await field.fill('Get-ChildItem | Remove-Item\nRestart-Computer');
    await expect(overall).toHaveText(say.overall[2]);
  });
}
