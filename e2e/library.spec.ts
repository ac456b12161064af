import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { icons } from '../shared/formats/icons.ts';
import { expect, test } from './fixtures.ts';
import { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';

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
    const category = library.getByRole('treeitem', { name: /^dates/ });
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
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(workbench.tool('slug_of')).toBeVisible();
  });
});

test('P12 the dialog of a new name stays until its tool is open, so that nothing is typed into another', async ({
  workbench,
}) => {
  const { page, library } = workbench;
  await workbench.openTool('calc');
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await page.route('**/api/tools/comes_late', async (route) => {
    await held;
    await route.continue();
  });
  await library.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New tool' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill('comes_late');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByRole('button', { name: 'Create' })).toBeDisabled();
  await expect(workbench.title).toHaveText('calc');
  release();
  await expect(dialog).toHaveCount(0);
  await expect(workbench.title).toHaveText('comes_late');
  await expect(page.locator('#editor :focus')).toHaveCount(1);
});

test('P15 that a part of the page could not be fetched is said, and a reload loses nothing', async ({
  page,
  runner,
}) => {
  const soon = '**/assets/soon-*.js';
  await page.route(soon, (route) => route.abort());
  const workbench = new Workbench(page);
  const { editor } = workbench;
  await workbench.open(new URL(runner.url).origin);
  await workbench.openTool('calc');
  await editor.write('execution.py', "print('kept')\n");
  const toast = page.locator('.toast');
  await expect(toast).toHaveText(/Could not load a part of the page/);
  await page.unroute(soon);
  await toast.getByRole('button', { name: 'Reload' }).click();
  await expect(editor.pane.getByRole('button', { name: 'Save' })).toBeVisible();
  await expect(editor.pane).toContainText("print('kept')");
});

test('a long name loses its middle, in the library, the line of the open tool and the trash', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const id = 'a_name_that_has_no_room_in_any_row_that_it_ever_stands_in_and_ends_in_v2';
  putTool(runner, { id, code: "print('one')\n" });
  await workbench.openTool(id);
  const line = page.getByRole('region', { name: 'Open tool' });
  const row = workbench.library.getByRole('treeitem', { name: id });
  for (const place of [row, line]) {
    await expect(place.locator('.whole')).toHaveText(id);
    await expect(place.locator('.whole .end')).toBeInViewport({ ratio: 0.9 });
  }
  // A search marks the letters that it met.
  await workbench.library.getByRole('searchbox').fill('ends_in_v2');
  await expect(row.locator('mark').first()).toBeAttached();
  await workbench.library.getByRole('searchbox').fill('');
  await workbench.act(id, 'Delete');
  const trash = page.getByTestId('trash');
  await trash.getByRole('button', { name: 'Trash' }).click();
  await expect(trash.locator('li', { hasText: id }).locator('.whole .end')).toBeInViewport({
    ratio: 0.9,
  });
});

test('A1.2 A1.41 import: a bad zip names its entry, a folder is dropped, what is missing is said', async ({
  workbench,
}) => {
  const { page, editor } = workbench;
  await test.step('the palette leads to all that can be imported', async () => {
    await page.keyboard.press('ControlOrMeta+K');
    await page.keyboard.type('import');
    await page.keyboard.press('Enter');
    for (const entry of ['Paste', 'Choose a folder', 'Choose a zip'])
      await expect(page.getByRole('menuitem', { name: entry })).toBeVisible();
    await page.keyboard.press('Escape');
  });
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
    await expect(workbench.runButton).toHaveCount(0);
  });
});

test('A1.37 what meta.json says of a tool is shown, kept by a save, and gives the icon where the definition has none', async ({
  workbench,
  runner,
}) => {
  const meta = { notes: 'Ask Ann first', icon: 'bot.svg', owner: 'ann', created_at: '2026-01-05' };
  const files = { 'meta.json': `${JSON.stringify(meta, null, 2)}\n` };
  putTool(runner, { id: 'noted', code: 'print(1)\n', files });
  const { editor, page } = workbench;
  const icon = workbench.tool('noted').locator('.art i');
  await expect(icon).toHaveCSS('mask-image', /bot\.svg/);
  await workbench.openTool('noted');
  await editor.show('meta.json');
  for (const said of Object.values(meta)) await expect(editor.pane).toContainText(said);
  const changed = { ...meta, notes: 'Ask Ben' };
  await editor.write('meta.json', `${JSON.stringify(changed, null, 2)}\n`);
  await page.keyboard.press('ControlOrMeta+S');
  await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  const at = (file: string) => join(runner.workspace, 'tools', 'noted', file);
  expect(JSON.parse(readFileSync(at('meta.json'), 'utf8'))).toEqual(changed);
  const definition = JSON.parse(readFileSync(at('definition.json'), 'utf8'));
  writeFileSync(at('definition.json'), JSON.stringify({ ...definition, icon: 'brain.svg' }));
  await expect(icon).toHaveCSS('mask-image', /brain\.svg/);
});

test('A1.38 every icon of the list is drawn; a name that is none of them is pointed out', async ({
  workbench,
  runner,
}) => {
  const icon = (id: string, name: string) =>
    putTool(runner, {
      ...{ id, code: 'print(1)\n' },
      files: {
        'definition.json': JSON.stringify({
          id,
          description: 'Has an icon of its own',
          icon: name,
        }),
      },
    });
  icon('drawn', 'terminal.svg');
  icon('undrawn', 'nowhere.svg');
  const { editor, page } = workbench;
  await expect(workbench.tool('drawn').locator('.art i')).toHaveCSS('mask-image', /terminal\.svg/);
  await workbench.openTool('undrawn');
  await editor.openProblems();
  await expect(editor.problems).toContainText('nowhere.svg');
  await editor.closeProblems();
  await editor.pane.getByRole('radio', { name: 'Form' }).click();
  await editor.pane.getByRole('button', { name: 'Icon' }).click();
  const choices = page.locator('.icon-grid .icon-btn');
  await expect(choices).toHaveCount(icons.length);
  // An address in a style draws nothing by itself: each file is loaded and its points are counted.
  const blank = await choices.evaluateAll(async (buttons) => {
    const paints = async (button: Element): Promise<boolean> => {
      const mark = button.querySelector('i');
      const address = /url\("(.*?)"\)/.exec(mark ? getComputedStyle(mark).maskImage : '')?.[1];
      if (!mark || !address || mark.getBoundingClientRect().width < 10) return false;
      const picture = new Image(24, 24);
      picture.src = address;
      await picture.decode();
      const canvas = new OffscreenCanvas(24, 24).getContext('2d');
      canvas?.drawImage(picture, 0, 0, 24, 24);
      return canvas?.getImageData(0, 0, 24, 24).data.some((part) => part > 0) ?? false;
    };
    const painted = await Promise.all(buttons.map(paints));
    return buttons.filter((_, at) => !painted[at]).map((one) => one.getAttribute('title'));
  });
  expect(blank).toEqual([]);
  // Others look for what the page cannot find.
  rmSync(join(runner.workspace, 'tools', 'undrawn'), { recursive: true });
  await expect(workbench.tool('undrawn')).toHaveCount(0);
});
