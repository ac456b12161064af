import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Answering } from '../pages/answering.ts';
import { expect } from '../fixtures.ts';
import { EDIT, act, type State } from './state.ts';

/** The states of servers, conversations, guides and agents. */
export const talkStates: State[] = [
  {
    state: 'servers',
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      await page
        .getByTestId('servers')
        .getByRole('button', { name: 'Add an MCP server', exact: true })
        .click();
      await page.getByRole('button', { name: 'Add the server' }).click();
      await page.getByText('Enter the program to start').waitFor();
    },
  },
  {
    state: 'you-are-the-model',
    isDrawn: true,
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      const model = new Answering(page);
      await model.begin('How much is 6 times 7?');
      await model.pick('calc');
    },
  },
  {
    state: 'conversation',
    isDrawn: true,
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      const model = new Answering(page);
      await model.begin('How much is 12.5 times 8?');
      await model.pick('calc');
      await model.type('a', '12.5');
      await model.choose('op', '*');
      await model.type('b', '8');
      await model.send();
      await expect(model.results).toHaveText([/100/]);
      await model.say('It is **100**.');
      await model.send();
      const turns = page.getByTestId('turns');
      await expect(turns).toContainText('It is 100.');
      await turns.locator('[data-call]').first().click();
      await turns.getByTestId('result-model').waitFor();
    },
  },
  {
    state: 'guides',
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await act(page, 'Open guides');
      await page.getByRole('dialog').getByRole('heading', { name: 'Python tools' }).waitFor();
    },
  },
  {
    state: 'agent',
    panes: [EDIT],
    reach: async ({ workbench, page, runner }) => {
      const folder = join(runner.workspace, 'tools', 'walk_agent');
      mkdirSync(folder, { recursive: true });
      const agent = {
        name: 'walk_agent',
        description: 'Counts',
        model: 'local:any',
        tools: ['Grep'],
      };
      writeFileSync(join(folder, 'agent.json'), JSON.stringify(agent, null, 2));
      await workbench.openTool('walk_agent');
      await workbench.editor.pane.getByRole('radio', { name: 'Form', exact: true }).click();
      await page.getByTestId('agent-form').waitFor();
    },
  },
];
