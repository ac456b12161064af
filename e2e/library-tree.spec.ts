import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';
import type { Runner } from './runner.ts';
import { serious } from './serious.ts';

const code = `def title_case(text: str) -> str:
    """Write each word with a capital.

    Args:
        text (str): Any text.
    """
    return text.title()


def word_total(text: str) -> int:
    """Count the words.

    Args:
        text (str): Any text.
    """
    return len(text.split())
`;
/** A module of two functions, as another program would write it. */
const putModule = (runner: Runner): void => {
  const folder = join(runner.workspace, 'tools', 'zoo_text');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'zoo_text.py'), code);
};

test('the library is a tree: keys walk it, a module opens to its functions, and stays open', async ({
  workbench,
  runner,
}) => {
  putModule(runner);
  const { page, library, preview } = workbench;
  const tree = library.getByRole('tree', { name: 'Library' });
  const active = tree.locator('.active');
  const named = (name: string) => expect(active.getByText(name, { exact: true })).toBeVisible();
  const row = workbench.tool('zoo_text');
  await expect(row).toHaveAttribute('aria-expanded', 'false');
  await test.step('one tab stop: the search, its filter, then the tree', async () => {
    await library.getByRole('searchbox').focus();
    const filter = library.getByRole('button', { name: 'Filter tools' });
    await filter.waitFor();
    await page.keyboard.press('Tab');
    await expect(filter).toBeFocused();
    await page.keyboard.press('Tab');
    await expect(tree).toBeFocused();
  });
  await test.step('a letter, right, down and Enter open a function at its code', async () => {
    await page.keyboard.press('z');
    await named('zoo_text');
    await page.keyboard.press('ArrowRight');
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await page.keyboard.press('ArrowRight');
    await named('title_case');
    await page.keyboard.press('ArrowDown');
    await named('word_total');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/tools\/zoo_text\/word_total/);
    await expect(preview.locator('.tree code').first()).toHaveText('word_total');
    await expect(workbench.function('word_total')).toHaveAttribute('aria-current', 'true');
    await expect(workbench.editor.pane.getByText('Line 10, column 1')).toBeVisible();
    await expect(tree).toBeFocused();
  });
  await test.step('the open row stays in sight where the tree loses height', async () => {
    await tree.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    const last = tree.getByRole('treeitem').last();
    await last.click();
    await expect(last).toHaveAttribute('aria-current', 'true');
    await page.setViewportSize({ width: 1440, height: 600 });
    await expect(last).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1440, height: 900 });
    await workbench.function('word_total').click();
  });
  await test.step('left closes, End and Home go to the ends, left goes to the category', async () => {
    await page.keyboard.press('ArrowLeft');
    await named('zoo_text');
    await page.keyboard.press('ArrowLeft');
    await expect(row).toHaveAttribute('aria-expanded', 'false');
    await page.keyboard.press('End');
    await expect(active).toBeInViewport();
    await expect(tree.getByRole('treeitem').last()).toHaveClass(/active/);
    await page.keyboard.press('Home');
    await named('custom');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowLeft');
    await named('custom');
    await page.keyboard.press('ArrowLeft');
    await expect(workbench.tool('calc')).toHaveCount(0);
    await page.keyboard.press('ArrowRight');
    await expect(workbench.tool('calc')).toBeVisible();
  });
  await test.step('the mouse: the sign folds, the row opens, a function is chosen', async () => {
    await row.locator('.fold').click();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    await workbench.function('title_case').click();
    await expect(preview.locator('.tree code').first()).toHaveText('title_case');
    await page.goBack();
    await expect(workbench.function('word_total')).toHaveAttribute('aria-current', 'true');
  });
  await test.step('what stood open does so after a reload', async () => {
    await workbench.openTool('calc');
    await page.reload();
    await expect(row).toHaveAttribute('aria-expanded', 'true');
    expect(await serious(page)).toEqual([]);
  });
});

test('a search finds by short forms, functions and tags, the best first, in the library and the palette', async ({
  workbench,
  runner,
}) => {
  putModule(runner);
  const tagged = { id: 'generated_tool_25', description: 'Adds', tags: ['pennies'] };
  putTool(runner, {
    ...{ id: tagged.id, code: 'print(1)\n' },
    files: { 'definition.json': JSON.stringify(tagged) },
  });
  const { page, library } = workbench;
  await expect(workbench.tool(tagged.id)).toBeVisible();
  const search = library.getByRole('searchbox');
  const rows = library.getByRole('treeitem');
  await test.step('a short form, with its letters marked', async () => {
    await search.fill('gt25');
    await expect(rows).toHaveCount(1);
    await expect(rows.locator('mark')).toHaveText(['g', 't', '2', '5']);
  });
  await test.step('a tag and a description', async () => {
    await search.fill('pennies');
    await expect(rows).toHaveText(['generated_tool_25 pennies py']);
    await search.fill('url');
    await expect(rows.first()).toContainText('extract_urls');
  });
  await test.step('a function, which Enter in the tree opens', async () => {
    await search.fill('word_to');
    await expect(rows).toHaveCount(2);
    await search.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/tools\/zoo_text\/word_total/);
  });
  await test.step('the palette finds the same, and begins with what was opened last', async () => {
    await search.press('Escape');
    await workbench.openTool('slugify');
    await page.keyboard.press('ControlOrMeta+K');
    const tools = page.getByRole('dialog').getByRole('group', { name: 'Tools' });
    const options = tools.getByRole('option');
    await expect(options.nth(0)).toContainText('slugify');
    await expect(options.nth(1)).toContainText('zoo_text');
    await page.keyboard.type('gt25');
    await expect(options).toHaveCount(1);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.type('title_case');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/tools\/zoo_text\/title_case/);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a function is chosen in the library, and the editor stands without a list of them', async ({
    workbench,
    runner,
  }) => {
    putModule(runner);
    const { page, editor } = workbench;
    await page.getByRole('navigation').getByRole('tab').first().click();
    await workbench.tool('zoo_text').click();
    await expect(editor.pane.locator('.view-line').first()).toBeVisible();
    await page.getByRole('navigation').getByRole('tab').first().click();
    await workbench.function('word_total').click();
    await expect(page).toHaveURL(/#\/tools\/zoo_text\/word_total/);
    await expect(editor.pane.locator('.view-line').first()).toBeVisible();
    await expect(editor.pane.getByRole('button', { name: /word_total/ })).toHaveCount(0);
  });
});
