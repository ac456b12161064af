import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';
import { serious } from './serious.ts';
import type { Workbench } from './pages/workbench.ts';
import type { Runner } from './runner.ts';

const text = { properties: { text: { type: 'string' } }, required: ['text'] };

/** Tools of a test's own. */
const put = (runner: Runner, ...ids: string[]): void => {
  for (const id of ids) putTool(runner, { id, code: `print('${id} says {text}')\n`, ...text });
};
const order = async ({ tabs }: Workbench, ...ids: string[]): Promise<void> =>
  expect(tabs.getByRole('tab')).toHaveText(ids);
const isOpen = async (workbench: Workbench, id: string): Promise<void> => {
  await expect(workbench.tab(id)).toHaveAttribute('aria-selected', 'true');
  await expect(workbench.title).toHaveText(id);
};

test('O1: what was only looked at gives its tab to the next tool; kept, edited and run ones stay', async ({
  workbench,
  runner,
}) => {
  const { tabs, page, editor } = workbench;
  put(runner, 'look_a', 'look_b', 'look_c', 'look_d');
  await workbench.openTool('look_a');
  await workbench.openTool('look_b');
  await expect(tabs).toHaveCount(0);

  await workbench.tool('look_a').dblclick();
  await workbench.openTool('look_b');
  await order(workbench, 'look_a', 'look_b');
  await workbench.openTool('look_c');
  await order(workbench, 'look_a', 'look_c');
  await test.step('an edit keeps it', async () => {
    await editor.write('execution.py', "print('edited')\n");
    await workbench.openTool('look_b');
    await order(workbench, 'look_a', 'look_c', 'look_b');
    await expect(workbench.tab('look_c')).toHaveAccessibleName('look_c, unsaved');
  });
  await test.step('so does a run', async () => {
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('look_b says');
    await workbench.openTool('look_d');
    await order(workbench, 'look_a', 'look_c', 'look_b', 'look_d');
  });
  await test.step('and Enter on its tab, which is where it is opened again', async () => {
    await workbench.tab('look_d').press('Enter');
    await workbench.openTool('look_a');
    await order(workbench, 'look_a', 'look_c', 'look_b', 'look_d');
    await isOpen(workbench, 'look_a');
  });
  await test.step('a reload keeps all of it; the last tab alone needs no strip', async () => {
    await workbench.tab('look_b').click();
    await page.reload();
    await order(workbench, 'look_a', 'look_c', 'look_b', 'look_d');
    await isOpen(workbench, 'look_b');
    await workbench.tab('look_b').click({ button: 'right' });
    await page.getByRole('menuitem', { name: 'Close the other tabs' }).click();
    await expect(tabs).toHaveCount(0);
    await expect(workbench.title).toHaveText('look_b');
  });
});

test('O2: each tab keeps its text, undo, cursor, arguments and result; a closed draft is kept', async ({
  workbench,
  runner,
}) => {
  const { page, editor, run } = workbench;
  const place = editor.pane.getByText(/^Line \d+, column \d+$/);
  put(runner, 'own_a', 'own_b');
  await workbench.openTool('own_a');
  await editor.write('execution.py', "a = 1\nb = 2\nprint('edited {text}')");
  await page.keyboard.press('ArrowUp');
  await expect(place).toHaveText('Line 2, column 6');
  await run.getByRole('textbox', { name: /^text/ }).fill('Ada');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('edited Ada');

  await workbench.openTool('own_b');
  await run.getByRole('textbox', { name: /^text/ }).fill('Bob');
  await expect(workbench.modelSees).toBeHidden();
  await test.step('back in the first one', async () => {
    await workbench.tab('own_a').click();
    await expect(workbench.modelSees).toHaveText('edited Ada');
    await expect(run.getByRole('textbox', { name: /^text/ })).toHaveValue('Ada');
    await expect(place).toHaveText('Line 2, column 6');
  });
  await test.step('undo outlives a conversation in its place', async () => {
    await page.getByTestId('history').waitFor();
    await page.keyboard.press('h');
    await expect(page).toHaveURL(/#\/history/);
    await page.goBack();
    await expect(place).toHaveText('Line 2, column 6');
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => editor.text()).toContain('own_a says');
    await expect(workbench.tab('own_a')).toHaveAccessibleName('own_a');
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect.poll(() => editor.text()).toContain('edited');
  });
  await test.step('closed, it is unsaved in the library, and opens again with its draft', async () => {
    await page.keyboard.press('Alt+W');
    await expect(workbench.tabs).toHaveCount(0);
    await expect(workbench.tool('own_a').getByText('unsaved')).toBeAttached();
    await page.reload();
    await expect(workbench.tool('own_a').getByText('unsaved')).toBeAttached();
    await workbench.openTool('own_a');
    await editor.show('execution.py');
    await expect.poll(() => editor.text()).toContain('edited {text}');
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  });
});

test('O2: half-typed JSON and the open detail of a result are kept while others are looked at', async ({
  workbench,
  runner,
}) => {
  const { run, result } = workbench;
  const json = run.getByRole('textbox', { name: 'Arguments as JSON' });
  const detail = (name: RegExp) => result.getByRole('tab', { name });
  put(runner, 'half_a', 'half_b');
  await workbench.openTool('half_a');
  await run.getByRole('textbox', { name: /^text/ }).fill('Ada');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('half_a says Ada');
  await detail(/^Metadata/).click();
  await run.getByRole('radio', { name: 'JSON', exact: true }).click();
  await json.fill('{"text": "half');
  await expect(run.getByText(/^Line 1, column/)).toBeVisible();

  await test.step('another tool has its own form, and nothing open', async () => {
    await workbench.openTool('half_b');
    await run.getByRole('textbox', { name: /^text/ }).fill('Bob');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('half_b says Bob');
    await expect(result.getByRole('tabpanel')).toHaveCount(0);
    await detail(/^Raw/).click();
  });
  await test.step('back in the first one', async () => {
    await workbench.tab('half_a').click();
    await expect(workbench.modelSees).toHaveText('half_a says Ada');
    await expect(json).toHaveValue('{"text": "half');
    await expect(detail(/^Metadata/)).toHaveAttribute('aria-selected', 'true');
  });
  await test.step('the last valid arguments stand behind it, and it goes on from there', async () => {
    await run.getByRole('radio', { name: 'Form', exact: true }).click();
    await expect(run.getByRole('textbox', { name: /^text/ })).toHaveValue('Ada');
    await run.getByRole('button', { name: /^Invalid JSON/ }).click();
    await json.press('End');
    await json.pressSequentially('-done"}');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('half_a says half-done');
    await workbench.tab('half_b').click();
    await expect(detail(/^Raw/)).toHaveAttribute('aria-selected', 'true');
    await expect(run.getByRole('textbox', { name: /^text/ })).toHaveValue('Bob');
  });
});

test('O3: tabs are walked, ordered and closed by keys and by hand, and the focus stays near', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  const ids = ['tab_one', 'tab_two', 'tab_three', 'tab_four', 'tab_five'] as const;
  put(runner, ...ids);
  for (const id of ids) await workbench.keepOpen(id);
  await order(workbench, ...ids);
  expect(await serious(page)).toEqual([]);

  await test.step('arrows, Home and End', async () => {
    await workbench.tab('tab_five').press('ArrowRight');
    await isOpen(workbench, 'tab_one');
    await page.keyboard.press('End');
    await isOpen(workbench, 'tab_five');
    await expect(workbench.tab('tab_five')).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await isOpen(workbench, 'tab_four');
  });
  await test.step('the keys that work everywhere', async () => {
    await page.keyboard.press('Alt+2');
    await page.keyboard.press('Alt+PageUp');
    await isOpen(workbench, 'tab_three');
    await page.keyboard.press('Alt+Shift+PageUp');
    await order(workbench, 'tab_one', 'tab_three', 'tab_two', 'tab_four', 'tab_five');
    await page.keyboard.press('Alt+PageDown');
    await isOpen(workbench, 'tab_two');
    await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
  });
  await test.step('Delete and Alt+W: the focus goes on to the neighbour', async () => {
    await workbench.tab('tab_two').press('Delete');
    await order(workbench, 'tab_one', 'tab_three', 'tab_four', 'tab_five');
    await expect(workbench.tab('tab_four')).toBeFocused();
    await page.keyboard.press('Alt+W');
    await order(workbench, 'tab_one', 'tab_three', 'tab_five');
    await expect(workbench.tab('tab_five')).toBeFocused();
    await page.keyboard.press('Alt+Shift+PageUp');
    await order(workbench, 'tab_one', 'tab_five', 'tab_three');
    await expect(workbench.tab('tab_five')).toBeFocused();
  });
  await test.step('the mouse: drag, the cross, the middle button', async () => {
    await workbench.tab('tab_three').dragTo(workbench.tab('tab_one'), {
      targetPosition: { x: 4, y: 12 },
    });
    await order(workbench, 'tab_three', 'tab_one', 'tab_five');
    await workbench.tab('tab_one').hover();
    await workbench.tab('tab_one').locator('.close').click();
    await order(workbench, 'tab_three', 'tab_five');
    await isOpen(workbench, 'tab_five');
    await workbench.keepOpen('tab_two');
    await workbench.tab('tab_three').click({ button: 'middle' });
    await order(workbench, 'tab_five', 'tab_two');
  });
  await test.step('the menu, by its key; after the last but one the editor has the focus', async () => {
    await workbench.keepOpen('tab_one');
    await editor.write('execution.py', "print('unsaved')\n");
    await workbench.tab('tab_one').press('Shift+F10');
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    expect(await serious(page)).toEqual([]);
    await menu.getByRole('menuitem', { name: 'Close saved tabs' }).click();
    await expect(workbench.tabs).toHaveCount(0);
    await expect(workbench.title).toHaveText('tab_one');
    await expect(editor.pane.locator('.monaco-editor.focused').first()).toBeVisible();
    await page.keyboard.press('ControlOrMeta+S');
    await expect(editor.pane.getByText('Saved', { exact: true })).toBeVisible();
  });
});

test('O4: a renamed tool keeps its tab, a deleted one leaves it, and Back opens a closed one', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  put(runner, 'leaf_a', 'leaf_b', 'leaf_c');
  for (const id of ['leaf_a', 'leaf_b', 'leaf_c']) await workbench.keepOpen(id);
  await order(workbench, 'leaf_a', 'leaf_b', 'leaf_c');

  await workbench.tab('leaf_a').click();
  await workbench.tab('leaf_b').click();
  await isOpen(workbench, 'leaf_b');
  await page.goBack();
  await isOpen(workbench, 'leaf_a');
  await page.keyboard.press('Alt+W');
  await order(workbench, 'leaf_b', 'leaf_c');
  await isOpen(workbench, 'leaf_b');
  await page.goBack();
  await order(workbench, 'leaf_b', 'leaf_a', 'leaf_c');
  await isOpen(workbench, 'leaf_a');

  await test.step('renamed behind another', async () => {
    await workbench.tab('leaf_b').click();
    await isOpen(workbench, 'leaf_b');
    await workbench.act('leaf_c', 'Rename');
    await page.getByRole('dialog').getByRole('textbox').fill('leaf_new');
    await page.keyboard.press('Enter');
    await order(workbench, 'leaf_b', 'leaf_a', 'leaf_new');
    await isOpen(workbench, 'leaf_new');
  });
  await test.step('deleted here, and by somebody else', async () => {
    await workbench.act('leaf_new', 'Delete');
    await order(workbench, 'leaf_b', 'leaf_a');
    await isOpen(workbench, 'leaf_a');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await order(workbench, 'leaf_b', 'leaf_a', 'leaf_new');
    await isOpen(workbench, 'leaf_new');
    rmSync(join(runner.workspace, 'tools', 'leaf_new'), { recursive: true });
    await order(workbench, 'leaf_b', 'leaf_a');
    await isOpen(workbench, 'leaf_a');
  });
});

test('O5: of many tabs the open one is in sight, and long names lose their middle', async ({
  workbench,
  runner,
}) => {
  const { page, tabs, editor } = workbench;
  const ids = Array.from(
    { length: 14 },
    (_, at) => `crowded_tool_with_a_long_name_number_${at + 10}`,
  );
  put(runner, ...ids);
  for (const id of ids) await workbench.keepOpen(id);
  const last = workbench.tab(ids.at(-1)!);
  const first = workbench.tab(ids[0]!);
  await expect(last).toBeInViewport({ ratio: 1 });
  const before = await editor.pane.boundingBox();
  await last.press('Home');
  await expect(first).toBeInViewport({ ratio: 1 });
  await expect(last).not.toBeInViewport();
  expect(await editor.pane.boundingBox()).toEqual(before);
  expect((await first.boundingBox())?.width).toBeLessThanOrEqual(208);
  await expect(first.getByText('umber_10')).toBeVisible();

  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tabs).toBeHidden();
  await page.getByRole('button', { name: 'Open tools: 14' }).click();
  await page.getByRole('menuitem', { name: ids[3]! }).click();
  await expect(workbench.title).toHaveText(ids[3]!);
});
