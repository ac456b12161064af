import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';
import type { Runner } from './runner.ts';
import { serious } from './serious.ts';

const barOf = ({ library }: Workbench) => library.getByRole('toolbar', { name: 'Selected tools' });
const put = (runner: Runner, ...ids: string[]): void =>
  ids.forEach((id) => putTool(runner, { id, code: `print('${id}')\n` }));
const fileOf = (runner: Runner, id: string, file = 'definition.json'): string =>
  readFileSync(join(runner.workspace, 'tools', id, file), 'utf8');
const isChosen = async (workbench: Workbench, chosen: Record<string, boolean>): Promise<void> => {
  for (const [id, is] of Object.entries(chosen))
    await expect(workbench.tool(id)).toHaveAttribute('aria-selected', String(is));
};

test('T4 several tools are chosen by clicks and keys, and what a search hides is not among them', async ({
  workbench,
  runner,
}) => {
  put(runner, 'c_one', 'c_three', 'c_two');
  const { page, library } = workbench;
  const tree = library.getByRole('tree');
  const bar = barOf(workbench);
  await workbench.openTool('c_one');
  await test.step('Ctrl and a click add to what is open, and open nothing', async () => {
    await expect(tree).toHaveAttribute('aria-multiselectable', 'true');
    await workbench.tool('c_two').click({ modifiers: ['ControlOrMeta'] });
    await expect(bar).toContainText('2 selected');
    await isChosen(workbench, { c_one: true, c_two: true, c_three: false });
    await expect(workbench.tool('c_one')).toHaveAttribute('aria-current', 'true');
    expect(await serious(page)).toEqual([]);
  });
  await test.step('a plain click chooses one again; Shift and a click choose a range', async () => {
    await workbench.openTool('c_one');
    await expect(bar).toHaveCount(0);
    await workbench.tool('c_two').click({ modifiers: ['Shift'] });
    await expect(bar).toContainText('3 selected');
    await page.keyboard.press('Escape');
    await expect(bar).toHaveCount(0);
  });
  await test.step('the keys: Shift and an arrow, the space bar, Ctrl+A', async () => {
    await expect(tree).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');
    await isChosen(workbench, { c_one: false, c_two: true, c_three: true });
    await page.keyboard.press('Shift+ArrowUp');
    await isChosen(workbench, { c_one: true, c_two: true, c_three: true });
    await page.keyboard.press('Shift+ArrowDown');
    await isChosen(workbench, { c_one: false, c_two: true, c_three: true });
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Space');
    await isChosen(workbench, { c_one: true, c_two: true, c_three: true });
    await page.keyboard.press('Space');
    await isChosen(workbench, { c_one: false });
    await page.keyboard.press('ControlOrMeta+A');
    const all = await library.locator('.item.unit').count();
    await expect(bar).toContainText(`${all} selected`);
  });
  await test.step('what a search hides is not counted', async () => {
    await library.getByRole('searchbox').fill('c_t');
    const met = await library.locator('.item.unit').count();
    await expect(bar).toContainText(`${met} selected`);
    await bar.getByRole('button', { name: 'Clear the selection' }).click();
    await expect(tree).toBeFocused();
  });
});

test('T5 what is done to the chosen is done to all of them; what cannot be done to one is said by its name', async ({
  workbench,
  runner,
}) => {
  put(runner, 'd_one', 'd_two');
  const folder = join(runner.workspace, 'tools', 'd_mod');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'd_mod.py'),
    'def d_mod(text: str) -> str:\n    """Say it.\n\n    Args:\n        text (str): Any.\n    """\n    return text\n',
  );
  const { page, editor } = workbench;
  const bar = barOf(workbench);
  const toast = (text: string) => page.locator('.toast').filter({ hasText: text });
  const more = async (entry: string): Promise<void> => {
    await bar.getByRole('button', { name: 'More for the selected tools' }).click();
    await page.getByRole('menuitem', { name: entry }).click();
  };
  await workbench.openTool('d_two');
  await editor.write('execution.py', "print('edited')\n");
  await workbench.openTool('d_one');
  for (const id of ['d_two', 'd_mod', 'Read'])
    await workbench.tool(id).click({ modifiers: ['ControlOrMeta'] });
  await expect(bar).toContainText('4 selected');
  await test.step('off and on', async () => {
    await more('Turn off for models');
    for (const id of ['d_one', 'd_mod', 'Read'])
      await expect(workbench.tool(id).getByText('off', { exact: true })).toBeVisible();
    await more('Turn on for models');
    await expect(toast('Turned on 4 tools')).toBeVisible();
    await expect(workbench.tool('Read').getByText('off', { exact: true })).toHaveCount(0);
  });
  await test.step('one archive, with the folders as they stand in the page', async () => {
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'Export as one zip' }).click();
    const path = await (await download).path();
    const files = unzipSync(readFileSync(path));
    const text = (name: string) => new TextDecoder().decode(files[name]);
    expect([...new Set(Object.keys(files).map((name) => name.split('/')[0]))].sort()).toEqual([
      ...['d_mod', 'd_one', 'd_two'],
    ]);
    expect(text('d_one/definition.json')).toBe(fileOf(runner, 'd_one'));
    expect(text('d_two/execution.py')).toBe("print('edited')\n");
    await expect(toast('Not exported: Read (built in)')).toBeVisible();
  });
  await test.step('tags, in the file where it has them, and nothing else of it', async () => {
    const before = fileOf(runner, 'd_one');
    await more('Tags');
    const dialog = page.getByRole('dialog', { name: 'Tags of 2 tools' });
    await expect(dialog).toContainText('The code of d_mod declares its tags');
    await expect(dialog).toContainText('Read is built in; its tags cannot be changed');
    await expect(dialog.getByRole('combobox')).toBeFocused();
    await dialog.getByRole('combobox').fill('spring');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem')).toHaveText(/spring\s+2 of 2/);
    await expect(dialog).toContainText('draft only: d_two');
    expect(await serious(page)).toEqual([]);
    expect(JSON.parse(fileOf(runner, 'd_one'))).toEqual({
      ...JSON.parse(before),
      tags: ['spring'],
    });
    expect(fileOf(runner, 'd_two', 'execution.py')).toBe("print('d_two')\n");
    await dialog.getByRole('button', { name: 'Remove the tag "spring"' }).click();
    await expect(dialog).toContainText('No tags yet');
    expect(fileOf(runner, 'd_one')).toBe(before);
    await dialog.getByRole('button', { name: 'Done' }).click();
    await expect(dialog).toHaveCount(0);
  });
  await test.step('deleted, and back by one Undo as they were', async () => {
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(toast('Not deleted: Read (built in)')).toBeVisible();
    for (const id of ['d_one', 'd_two', 'd_mod']) await expect(workbench.tool(id)).toHaveCount(0);
    await expect(workbench.tool('Read')).toBeVisible();
    await toast('Deleted 3 tools').getByRole('button', { name: 'Undo', exact: true }).click();
    for (const id of ['d_one', 'd_two', 'd_mod'])
      await expect(workbench.tool(id).getByText('off', { exact: true })).toHaveCount(0);
    await workbench.openTool('d_two');
    await editor.show('execution.py');
    await expect(editor.pane).toContainText("print('edited')");
    await expect(workbench.tool('d_two').getByText('unsaved')).toBeAttached();
  });
});

test("T6 a row's menu opens by its keys and by the right button, and gives the keys back to the tree", async ({
  workbench,
}) => {
  const { page, library } = workbench;
  const tree = library.getByRole('tree');
  const first = page.getByRole('menuitem').first();
  await workbench.openTool('calc');
  await tree.focus();
  for (const keys of ['Shift+F10', 'ContextMenu']) {
    await page.keyboard.press(keys);
    await expect(first).toBeFocused();
    await expect(library.getByRole('button', { name: 'Actions for calc' })).toHaveAttribute(
      'aria-expanded',
      'true',
    );
    await page.keyboard.press('Escape');
    await expect(first).toHaveCount(0);
    await expect(tree).toBeFocused();
  }
  await workbench.tool('slugify').click({ button: 'right' });
  await expect(library.getByRole('button', { name: 'Actions for slugify' })).toHaveAttribute(
    'aria-expanded',
    'true',
  );
});

test('T7 tags and what was opened lately filter the library, together with the search', async ({
  workbench,
  runner,
}) => {
  const tagged = (id: string, tags: string[]) =>
    putTool(runner, {
      ...{ id, code: 'print(1)\n' },
      files: { 'definition.json': JSON.stringify({ id, description: 'A fruit', tags }) },
    });
  tagged('f_pear', ['fruit_of_test', 'f_green']);
  tagged('f_plum', ['fruit_of_test']);
  const { page, library } = workbench;
  const rows = library.locator('.item.unit');
  const filter = async (name: RegExp): Promise<void> => {
    await library.getByRole('button', { name: 'Filter tools' }).click();
    await page.getByRole('menuitemcheckbox', { name }).click();
  };
  await expect(workbench.tool('f_plum')).toBeVisible();
  await test.step('a tag, and a second one that has to be there, too', async () => {
    await filter(/^fruit_of_test \(2\)/);
    await expect(rows).toHaveCount(2);
    await workbench.openTool('f_plum');
    await filter(/^f_green/);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('f_pear');
    await library.getByRole('button', { name: 'Filter tools' }).click();
    await expect(page.getByRole('menuitemcheckbox', { checked: true })).toHaveCount(2);
    expect(await serious(page)).toEqual([]);
    await page.keyboard.press('Escape');
  });
  await test.step('with the search; nothing that is met is said, and all are shown again', async () => {
    await library.getByRole('searchbox').fill('plum');
    await expect(library).toContainText('No tools match the search and the filters');
    await library.getByRole('button', { name: 'Show all tools' }).click();
    await expect(workbench.tool('calc')).toBeVisible();
    await expect(library.getByRole('searchbox')).toHaveValue('');
  });
  await test.step('what was opened lately', async () => {
    await filter(/^Recently opened/);
    await expect(workbench.tool('f_plum')).toBeVisible();
    await expect(workbench.tool('f_pear')).toHaveCount(0);
    await library.getByRole('button', { name: 'Remove the filter "Recently opened"' }).click();
    await expect(workbench.tool('f_pear')).toBeVisible();
  });
  await test.step('a tag that no tool has any more', async () => {
    await filter(/^f_green/);
    await expect(rows).toHaveCount(1);
    tagged('f_pear', []);
    await expect(library).toContainText('No tool has the tag "f_green"');
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('T4 without keys, the menu of a row begins choosing, and taps go on', async ({
    workbench,
    runner,
  }) => {
    put(runner, 'e_one', 'e_two');
    const { page, library } = workbench;
    const bar = barOf(workbench);
    await workbench.pane('Library');
    await library.getByRole('button', { name: 'Actions for e_one' }).tap();
    await page.getByRole('menuitem', { name: 'Select several' }).tap();
    await expect(bar).toContainText('1 selected');
    await workbench.tool('e_two').tap();
    await expect(bar).toContainText('2 selected');
    await expect(bar.getByRole('button', { name: 'Delete' })).toBeInViewport({ ratio: 1 });
    expect(await serious(page)).toEqual([]);
    await bar.getByRole('button', { name: 'Clear the selection' }).tap();
    await expect(bar).toHaveCount(0);
    await workbench.tool('e_two').tap();
    await expect(workbench.editor.pane).toBeVisible();
  });
});
