import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';

test('A3.12 built-in tools: listed, read, run with their samples, asked for', async ({
  workbench,
  runner,
}) => {
  writeFileSync(join(runner.workspace, 'files/notes.md'), 'one\ntwo\n');
  const { page, library } = workbench;
  await test.step('they stand in a group of their own, and open as what they declare', async () => {
    await expect(library.getByRole('treeitem', { name: /^Built-in/ })).toBeVisible();
    await workbench.openTool('Read');
    await expect(page.getByText('Built into Lathe. You can view and run it')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Open tool' })).not.toContainText('functions');
    await expect(page.getByTestId('code')).toContainText('file_path');
  });
  await test.step('they cannot be edited', async () => {
    await page.getByTestId('code').locator('.view-lines').click();
    await page.keyboard.type('x');
    await expect(page.getByRole('button', { name: 'Save', exact: true })).toHaveCount(0);
    await workbench.tool('Read').hover();
    await library.getByRole('button', { name: 'Actions for Read', exact: true }).click();
    // It can be tried, exported and chosen with others, and neither renamed nor deleted.
    await expect(page.getByRole('menuitem')).toHaveCount(3);
    await expect(page.getByRole('menuitem', { name: /Rename|Delete/ })).toHaveCount(0);
    await page.keyboard.press('Escape');
  });
  await test.step('what only reads runs at once', async () => {
    await workbench.run.getByRole('button', { name: 'Read a whole file' }).click();
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('1|one');
    await expect(workbench.personSees).toContainText('✅ 读取文件: notes.md (2 行)');
  });
  await test.step('what writes is asked for', async () => {
    await workbench.openTool('Write');
    await workbench.run.getByRole('button', { name: 'Create a file' }).click();
    await workbench.runIt();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('It writes a file');
    const file = join(runner.workspace, 'files/notes/today.md');
    expect(existsSync(file)).toBe(false);
    const allow = question.getByRole('button', { name: /^Allow once/ });
    await expect(allow).toBeEnabled();
    await allow.click();
    await expect(workbench.personSees).toContainText('创建文件');
    expect(readFileSync(file, 'utf8')).toBe('# Today\n');
  });
});

for (const [locale, shown] of [
  ['en', 'names a folder'],
  ['zh', '❌ 写入文件失败: “made/”是文件夹的名称'],
] as const) {
  test(`A4.24 why a file is not written is read in one language: ${locale}`, async ({
    workbench,
  }) => {
    const { page, run, result } = workbench;
    await workbench.speak(locale);
    await workbench.openTool('Write');
    await run.getByRole('textbox', { name: /^file_path/ }).fill('made/');
    await run.getByRole('textbox', { name: /^contents/ }).fill('x');
    await workbench.runIt();
    const allow = page
      .getByRole('alertdialog')
      .getByRole('button')
      .filter({ hasText: /Allow once|允许一次|仅此一次/ });
    await allow.first().click();
    // The tool's own words stay as they are; another reader has the cause in a strip below both contents.
    await expect(locale === 'zh' ? workbench.personSees : result.locator('.strip')).toContainText(
      shown,
    );
    await expect(workbench.personSees).not.toContainText('names a folder');
  });
}
