import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { expect, test } from './fixtures.ts';

test('the library: search, categories, duplicate, rename, delete and undo', async ({
  workbench,
}) => {
  const { page, library } = workbench;
  await test.step('search', async () => {
    await library.getByRole('searchbox').fill('csv');
    await expect(workbench.tool('csv_columns')).toBeVisible();
    await expect(workbench.tool('calc')).toHaveCount(0);
    await library.getByRole('searchbox').fill('no such tool');
    await expect(library.getByText('No tools match "no such tool"')).toBeVisible();
    await library.getByRole('searchbox').press('Escape');
    await expect(workbench.tool('calc')).toBeVisible();
  });
  await test.step('a category folds', async () => {
    const category = library.getByRole('button', { name: /^dates/ });
    await category.click();
    await expect(workbench.tool('date_diff')).toHaveCount(0);
    await category.click();
    await expect(workbench.tool('date_diff')).toBeVisible();
  });
  await test.step('duplicate, and rename', async () => {
    await workbench.act('slugify', 'Duplicate');
    await expect(workbench.tool('slugify_2')).toBeVisible();
    await workbench.act('slugify_2', 'Rename');
    await page.getByRole('dialog').getByRole('textbox').fill('slug_of');
    await page.keyboard.press('Enter');
    await expect(workbench.tool('slug_of')).toBeVisible();
    await expect(workbench.tool('slugify_2')).toHaveCount(0);
  });
  await test.step('delete, and undo', async () => {
    await workbench.act('slug_of', 'Delete');
    await expect(workbench.tool('slug_of')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(workbench.tool('slug_of')).toBeVisible();
  });
});

test('A1.2 A1.41 import: a bad zip names its entry, a folder is dropped, what is missing is said', async ({
  workbench,
}) => {
  const { page, editor } = workbench;
  await test.step('an entry that leaves the folder', async () => {
    const bytes = new TextEncoder().encode('{}');
    const zip = zipSync({ 'bad/definition.json': bytes, '../../evil.py': bytes });
    await page
      .locator('[data-import=zip]')
      .setInputFiles({ name: 'bad.zip', mimeType: 'application/zip', buffer: Buffer.from(zip) });
    await expect(page.locator('.toast')).toContainText('evil.py');
    await expect(workbench.tool('bad')).toHaveCount(0);
  });
  await test.step('a folder, dropped on the page, without its code', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'lathe-drop-')), 'dropped');
    mkdirSync(folder);
    writeFileSync(
      join(folder, 'definition.json'),
      JSON.stringify({
        id: 'dropped',
        description: 'A tool whose code is not there yet',
        parameters: { type: 'object', properties: {} },
      }),
    );
    await workbench.drop(folder);
    await expect(workbench.tool('dropped')).toBeVisible();
    rmSync(folder, { recursive: true });
    await expect(workbench.tool('dropped').getByText(/problem/)).toBeAttached();
    await editor.openProblems();
    await expect(editor.problems).toContainText('execution.py');
    await expect(workbench.run.getByRole('button', { name: /^Run/ })).toHaveCount(0);
  });
});
