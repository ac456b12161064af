import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putTool } from '../put-tool.ts';
import { expect } from '../fixtures.ts';
import { EDIT, LIBRARY, type Around, type State } from './state.ts';

const module = `def title_case(text: str) -> str:
    """Capitalise every word of a text.

    Args:
        text: What to capitalise
    """
    return text.title()


def count_words(text: str, longer_than: int = 0) -> int:
    """Count the words of a text.

    Args:
        text: What to count in
        longer_than: Count only words with more letters
    """
    return sum(len(word) > longer_than for word in text.split())
`;

const chooseTwo = async ({ workbench }: Around): Promise<void> => {
  await workbench.openTool('calc');
  for (const id of ['slugify', 'Read'])
    await workbench.tool(id).click({ modifiers: ['ControlOrMeta'] });
  await workbench.library.getByRole('toolbar').waitFor();
};

/** The states of the library. */
export const libraryStates: State[] = [
  {
    state: 'empty',
    panes: [EDIT, LIBRARY],
    reach: async ({ workbench, runner }) => {
      const tools = join(runner.workspace, 'tools');
      const aside = join(runner.workspace, 'walk-aside');
      await workbench.tool('calc').waitFor();
      mkdirSync(aside);
      const names = readdirSync(tools);
      for (const name of names) renameSync(join(tools, name), join(aside, name));
      await expect(workbench.tool('calc')).toHaveCount(0);
      return () => {
        for (const name of names) renameSync(join(aside, name), join(tools, name));
        rmSync(aside, { recursive: true });
      };
    },
  },
  {
    state: 'module',
    isDrawn: true,
    panes: [EDIT, LIBRARY],
    reach: async ({ workbench, runner }) => {
      const folder = join(runner.workspace, 'tools', 'text_kit');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'text_kit.py'), module);
      await workbench.openTool('text_kit');
      await workbench.function('count_words').click();
      // The function that was shown until then has a text, too.
      await workbench.run.getByRole('textbox', { name: /^longer_than/ }).waitFor();
      await workbench.run.getByRole('textbox', { name: /^text/ }).fill('A B C');
      await workbench.runIt();
      await expect(workbench.modelSees).toHaveText('3');
      await expect(workbench.preview).toContainText('longer_than');
      return () => rmSync(folder, { recursive: true });
    },
  },
  {
    state: 'trash',
    panes: [LIBRARY],
    reach: async ({ workbench, page, runner }) => {
      for (const id of ['walk_gone', 'walk_with_a_name_that_is_long_gone']) {
        putTool(runner, { id, code: 'print(1)\n' });
        await workbench.tool(id).waitFor();
        await workbench.act(id, 'Delete');
        await expect(workbench.tool(id)).toHaveCount(0);
      }
      putTool(runner, { id: 'walk_gone', code: 'print(2)\n' });
      const trash = page.getByTestId('trash');
      await trash.getByRole('button', { name: 'Trash' }).click();
      await expect(trash).toContainText('Restores as walk_gone_2');
      await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).first().click();
      await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).first().click();
    },
  },
  {
    state: 'chosen',
    panes: [LIBRARY],
    reach: chooseTwo,
  },
  {
    state: 'tags',
    reach: async (around) => {
      await chooseTwo(around);
      const { page } = around;
      await page.getByRole('button', { name: 'More for the selected tools' }).click();
      await page.getByRole('menuitem', { name: 'Tags' }).click();
      await page.getByRole('dialog').getByText('Read is built in').waitFor();
    },
  },
  {
    state: 'filter',
    panes: [LIBRARY],
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await workbench.library.getByRole('button', { name: 'Filter tools' }).click();
      await page.getByRole('menuitemcheckbox', { name: 'Recently opened' }).click();
      await workbench.library.getByRole('button', { name: /^Remove the filter/ }).waitFor();
    },
  },
];
