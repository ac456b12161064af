import { readFileSync } from 'node:fs';
import { contentOf } from '../shared/formats/file-bytes.ts';
import { readZip } from '../shared/formats/import/zip.ts';
import { expect, test } from './fixtures.ts';

const words = {
  en: { export: 'Export for another program', save: 'Download zip', lost: /sandbox/ },
  zh: { export: '导出给其他程序', save: '下载 zip', lost: /沙箱/ },
} as const;

for (const language of ['en', 'zh'] as const) {
  const say = words[language];

  test(`F6 a tool is exported as an MCP server, and the dialog lists its losses (${language})`, async ({
    workbench,
    page,
  }) => {
    await workbench.speak(language);
    await workbench.openTool('calc');
    await page.keyboard.press('ControlOrMeta+K');
    // Chinese comes whole from an input method, which needs something to write into.
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type(say.export);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /calc/ });
    await dialog.getByRole('radio', { name: /MCP/ }).check();
    await expect(dialog.getByTestId('losses')).toContainText(say.lost);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: say.save }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('calc-mcp-server.zip');
    const read = readZip(readFileSync(await download.path()));
    const files = read.ok ? read.files : {};
    const own = readFileSync('examples/calc/execution.py');
    expect(files['calc-mcp-server/tools/calc/execution.py']).toBe(contentOf(own));
    expect(files['calc-mcp-server/lathe/lathe.mjs']).toContain('openTools');
    await expect(dialog).toBeHidden();
  });
}
