import { expect } from '../fixtures.ts';
import { runCalc, type Around, type State } from './state.ts';

const openHistory = async (around: Around): Promise<void> => {
  await around.workbench.openTool('calc');
  for (const a of ['20', '30']) await runCalc(around, a);
  await around.workbench.history.getByRole('button', { name: 'Open the history' }).click();
  await around.page.getByTestId('runs').getByRole('searchbox').waitFor();
};

/** The dialogs that no state of a tool or of the library opens. All are rare: they lie over what another state shows. */
export const dialogStates: State[] = [
  {
    state: 'steps',
    isRare: true,
    reach: async (around) => {
      await openHistory(around);
      const { page } = around;
      const runs = page.getByTestId('runs');
      await runs.getByRole('button', { name: 'Steps of this run' }).first().click();
      await page.getByTestId('steps').getByRole('listitem').first().waitFor();
    },
  },
  {
    state: 'durations',
    isRare: true,
    reach: async (around) => {
      await openHistory(around);
      const { page } = around;
      await page.getByTestId('runs').getByRole('button', { name: 'Durations over time' }).click();
      const chart = page.getByRole('dialog').getByRole('list', { name: 'Durations over time' });
      await chart.getByRole('listitem').first().waitFor();
    },
  },
  {
    state: 'shortcuts',
    isRare: true,
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await page.keyboard.press('?');
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    },
  },
  {
    state: 'guide-of-shell-tools',
    isRare: true,
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await page.goto(`${new URL(page.url()).origin}/#/guides/shell-tools`);
      const guides = page.getByRole('dialog', { name: 'Guides' });
      await guides.getByRole('img').scrollIntoViewIfNeeded();
    },
  },
  {
    state: 'paste',
    isRare: true,
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await workbench.library.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Paste' }).click();
      const dialog = page.getByRole('dialog');
      const tool = '{"name": "walk_pasted", "description": "Looks it up", "parameters": {}}';
      await dialog.getByRole('textbox').fill(tool);
      await expect(dialog.getByRole('status')).toContainText('walk_pasted');
    },
  },
  {
    state: 'new-from-a-tool',
    isRare: true,
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog', { name: 'New tool' });
      await dialog.getByLabel('Start from').selectOption('tool:slugify');
    },
  },
];
