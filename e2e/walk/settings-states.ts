import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from '../fixtures.ts';
import type { Around, State } from './state.ts';

const externalModule = `export default (pi) => ({
  name: 'count_words',
  label: 'Count words',
  description: 'Counts the words of a text',
  parameters: pi.typebox.Type.Object({ text: pi.typebox.Type.String() }),
  async execute(toolCallId, params) {
    return { content: [{ type: 'text', text: String(params.text.split(/\\s+/).length) }] };
  },
});
`;

const openSettings = async ({ workbench, page }: Around, tab: string): Promise<void> => {
  await workbench.openTool('calc');
  await page.goto(`${new URL(page.url()).origin}/#/settings/${tab}`);
  await expect(page.getByRole('dialog').getByRole('tabpanel')).not.toHaveText('');
};

/** The pages of the settings. */
export const settingsStates: State[] = [
  ...['general', 'models', 'commands', 'groups', 'decisions', 'conflicts', 'log', 'connect'].map(
    (tab) => ({
      state: `settings-${tab}`,
      isRare: tab !== 'general' && tab !== 'models',
      isDrawn: tab === 'connect',
      reach: (around: Around) => openSettings(around, tab),
    }),
  ),
  {
    state: 'settings-modules',
    isRare: true,
    isDrawn: true,
    reach: async (around) => {
      const { page, runner } = around;
      const folder = join(runner.workspace, '.claude', 'tools');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'count_words.ts'), externalModule);
      writeFileSync(join(folder, 'unfinished.ts'), 'export const later = 1;\n');
      await openSettings(around, 'modules');
      const panel = page.getByRole('dialog').getByRole('tabpanel');
      // By its place: the walk leaves the page in the other language.
      const programs = panel.getByRole('switch').first();
      await programs.click();
      await expect(panel).toContainText('1 of 2');
      return async () => {
        await programs.dispatchEvent('click');
        rmSync(folder, { recursive: true });
      };
    },
  },
];
