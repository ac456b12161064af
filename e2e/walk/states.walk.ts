import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { Answering } from '../pages/answering.ts';
import type { Workbench } from '../pages/workbench.ts';
import { putTool } from '../put-tool.ts';
import type { Runner } from '../runner.ts';
import { expect, test } from '../fixtures.ts';
import { isFull, walk } from './walk.ts';

// Each row reaches a state once and looks at it in every width, theme and language.
test.describe.configure({ timeout: 240_000 });

interface Around {
  page: Page;
  workbench: Workbench;
  runner: Runner;
}
interface State {
  state: string;
  /** The panes that a phone shows of it, by their places in the bar at its foot. */
  panes?: number[];
  /** Walked by `npm run walk` alone: what it shows is much like another. */
  isRare?: boolean;
  /** Brings it about; answers what undoes it, if others would meet it. */
  reach(around: Around): Promise<void | (() => void | Promise<void>)>;
}

const [LIBRARY, EDIT, SCHEMA, ARGS, RESULT] = [0, 1, 2, 3, 4];

const putScript = (runner: Runner, id: string, script: string, more = {}): void => {
  const folder = join(runner.workspace, 'tools', id);
  mkdirSync(folder, { recursive: true });
  const definition = {
    ...{ id, description: 'A script that the walk through the states runs', timeout: 60 },
    parameters: { type: 'object', properties: {} },
    ...more,
  };
  writeFileSync(join(folder, 'execution.sh'), script);
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition, null, 2));
};

const runCalc = async ({ workbench }: Around, a: string): Promise<void> => {
  await workbench.run.getByRole('textbox', { name: /^a/ }).fill(a);
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText(String(Number(a) + 2));
};

const act = async (page: Page, action: string): Promise<void> => {
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('dialog').getByRole('combobox').fill(action);
  await page.keyboard.press('Enter');
};

const states: State[] = [
  {
    state: 'result',
    panes: [RESULT, ARGS, SCHEMA, EDIT, LIBRARY],
    reach: async (around: Around) => {
      await around.workbench.openTool('calc');
      await runCalc(around, '40');
    },
  },
  {
    state: 'editing',
    panes: [EDIT],
    reach: async ({ workbench, runner }) => {
      putTool(runner, { id: 'walk_edited', code: "print({'a': 1})\n" });
      await workbench.openTool('walk_edited');
      await workbench.editor.write('execution.py', "print({'b': 2})\n");
      await workbench.editor.openProblems();
    },
  },
  {
    state: 'form',
    isRare: true,
    panes: [EDIT],
    reach: async ({ workbench }) => {
      await workbench.openTool('calc');
      const { pane } = workbench.editor;
      await pane.getByRole('radio', { name: 'Form' }).click();
      await pane.getByRole('button', { name: 'Add parameter' }).waitFor();
    },
  },
  {
    state: 'running',
    panes: [RESULT],
    reach: async ({ workbench, runner }) => {
      const script = 'echo begun; until [ -e walk.go ]; do sleep 0.1; done';
      putScript(runner, 'walk_waits', script, { policies: { execution: 'auto' } });
      await workbench.openTool('walk_waits');
      await workbench.runIt();
      await expect(workbench.result).toContainText('begun');
      return () => writeFileSync(join(runner.workspace, 'files', 'walk.go'), '');
    },
  },
  {
    state: 'approval',
    panes: [RESULT],
    reach: async ({ workbench, page, runner }) => {
      putScript(
        runner,
        'walk_asks',
        'ls\nmkdir -p made && rm -f made/old.txt\necho done > made/new.txt\n',
      );
      await workbench.openTool('walk_asks');
      await workbench.runIt();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('new.txt');
      return async () => {
        await page.setViewportSize({ width: 1440, height: 900 });
        await question.locator('button').first().focus();
        await page.keyboard.press('Escape');
        await expect(question).toBeHidden();
      };
    },
  },
  {
    state: 'failed',
    panes: [RESULT],
    reach: async ({ workbench, runner }) => {
      putTool(runner, { id: 'walk_fails', code: "print('on the way')\nprint(1 / 0)\n" });
      await workbench.openTool('walk_fails');
      await workbench.runIt();
      await expect(workbench.modelSees).toContainText('ZeroDivisionError');
    },
  },
  {
    state: 'offline',
    panes: [RESULT],
    reach: async (around) => {
      const { workbench, page, runner } = around;
      await workbench.openTool('calc');
      await runCalc(around, '30');
      // The texts of both languages are there before the runner goes.
      await workbench.speak('zh');
      await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
      await workbench.speak('en');
      await runner.crash();
      await page
        .getByText(/not responding/)
        .first()
        .waitFor();
      return () => runner.again();
    },
  },
  {
    state: 'conflict',
    reach: async ({ workbench, page, runner }) => {
      putTool(runner, { id: 'walk_shared', code: "print('first')\n" });
      await workbench.openTool('walk_shared');
      await workbench.editor.write('execution.py', "print('mine')\n");
      const path = join(runner.workspace, 'tools', 'walk_shared', 'execution.py');
      writeFileSync(path, "print('theirs')\n");
      await expect(workbench.editor.pane.getByText(/Changed on disk/)).toBeVisible();
      await page.keyboard.press('ControlOrMeta+S');
      await expect(workbench.conflict).toContainText('theirs');
    },
  },
  {
    state: 'history',
    panes: [LIBRARY],
    reach: async (around) => {
      await around.workbench.openTool('calc');
      await runCalc(around, '20');
      await around.workbench.history.getByRole('button', { name: 'Filter' }).click();
      await around.workbench.history.getByRole('searchbox').waitFor();
    },
  },
  {
    state: 'compare',
    reach: async (around) => {
      const { workbench, page } = around;
      await workbench.openTool('calc');
      for (const a of ['20', '30']) {
        await runCalc(around, a);
        await expect(workbench.ranBefore(0)).toHaveAttribute('aria-current', 'true');
      }
      await workbench.ranBefore(1).hover();
      await workbench.history
        .getByRole('button', { name: 'Compare with the open run' })
        .nth(0)
        .click();
      await page.getByRole('dialog').getByText('1 line differs').first().waitFor();
    },
  },
  {
    state: 'export',
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await act(page, 'Export for another program');
      const dialog = page.getByRole('dialog', { name: /calc/ });
      await dialog.getByRole('radio', { name: /MCP/ }).check();
      await dialog.getByTestId('losses').waitFor();
    },
  },
  {
    state: 'import',
    panes: [LIBRARY],
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      await workbench.library.getByRole('button', { name: 'Import', exact: true }).click();
      await page.getByRole('menuitem').first().waitFor();
    },
  },
  {
    state: 'new',
    isRare: true,
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      await page.keyboard.press('n');
      await page.getByRole('dialog', { name: 'New tool' }).waitFor();
    },
  },
  ...(
    [
      ...['general', 'models', 'commands', 'modules', 'groups', 'decisions', 'conflicts', 'log'],
      'elsewhere',
    ] as const
  ).map((tab) => ({
    state: `settings-${tab}`,
    isRare: tab !== 'general' && tab !== 'models',
    reach: async ({ workbench, page }: Around) => {
      await workbench.openTool('calc');
      await page.goto(`${new URL(page.url()).origin}/#/settings/${tab}`);
      await expect(page.getByRole('dialog').getByRole('tabpanel')).not.toHaveText('');
    },
  })),
  {
    state: 'palette',
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await page.keyboard.press('ControlOrMeta+K');
      await page.getByRole('dialog').getByRole('combobox').waitFor();
    },
  },
  {
    state: 'dry-run',
    reach: async ({ workbench, page }) => {
      await workbench.openTool('calc');
      await act(page, 'Check a command');
      const dialog = page.getByRole('dialog', { name: 'Check a command' });
      await dialog.getByRole('textbox').fill('ls -la\ncat a.txt > b.txt\nsudo reboot');
      await expect(dialog.getByTestId('judged')).toHaveCount(3);
    },
  },
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
    reach: async ({ workbench, page }) => {
      await workbench.tool('calc').waitFor();
      const model = new Answering(page);
      await model.begin('How much is 6 times 7?');
      await model.pick('calc');
    },
  },
  {
    state: 'conversation',
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

for (const { state, panes, reach } of states.filter(({ isRare }) => isFull || !isRare))
  test(`${state}, in every width, theme and language`, async ({ page, workbench, runner }) => {
    const undo = await reach({ page, workbench, runner });
    await walk(page, state, panes);
    await undo?.();
  });

test('empty, in every width, theme and language', async ({ page, workbench, runner }) => {
  const tools = join(runner.workspace, 'tools');
  const aside = join(runner.workspace, 'walk-aside');
  await workbench.tool('calc').waitFor();
  mkdirSync(aside);
  const names = readdirSync(tools);
  for (const name of names) renameSync(join(tools, name), join(aside, name));
  await expect(workbench.tool('calc')).toHaveCount(0);
  await walk(page, 'empty', [LIBRARY]);
  for (const name of names) renameSync(join(aside, name), join(tools, name));
  rmSync(aside, { recursive: true });
});
