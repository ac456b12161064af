import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putTool } from '../put-tool.ts';
import { expect } from '../fixtures.ts';
import {
  LIBRARY,
  EDIT,
  SCHEMA,
  ARGS,
  RESULT,
  RUNS,
  putScript,
  runCalc,
  act,
  type Around,
  type State,
} from './state.ts';

/** The states of a tool and its panes. */
export const toolStates: State[] = [
  {
    state: 'result',
    isDrawn: true,
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
    state: 'return-form',
    isRare: true,
    panes: [EDIT],
    reach: async ({ workbench, page, runner }) => {
      const rules = { truncate: 0, template: '[{tool_id}] {output}\n{stderr}', owner: 'me' };
      putTool(runner, {
        ...{ id: 'walk_rules', code: "print('done')\n" },
        files: { 'return.json': `${JSON.stringify(rules, null, 2)}\n` },
      });
      await workbench.openTool('walk_rules');
      await workbench.runIt();
      await expect(workbench.modelSees).toHaveText('done');
      const { pane } = workbench.editor;
      await pane.getByRole('tab', { name: 'return.json' }).click();
      await pane.getByRole('radio', { name: 'Form' }).click();
      await page.getByTestId('return-form').getByRole('alert').waitFor();
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
    isDrawn: true,
    panes: [RESULT],
    reach: async ({ workbench, page, runner }) => {
      putScript(
        runner,
        'tidy_logs',
        'ls\nmkdir -p logs && rm -f logs/last-week.log\necho tidied > logs/today.log\n',
        { description: 'Deletes logs older than a week' },
      );
      await workbench.openTool('tidy_logs');
      await workbench.runIt();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('today.log');
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
      // The texts of both languages and a phone's bar are there before the runner goes.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.locator('nav [role=tab]').first().waitFor();
      await page.setViewportSize({ width: 1440, height: 900 });
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
    isDrawn: true,
    reach: async ({ workbench, page, runner }) => {
      putTool(runner, { id: 'shared_notes', code: "print('Three notes')\n" });
      await workbench.openTool('shared_notes');
      await workbench.editor.write('execution.py', "print('Four notes, sorted')\n");
      const path = join(runner.workspace, 'tools', 'shared_notes', 'execution.py');
      writeFileSync(path, "print('Five notes')\n");
      await expect(workbench.editor.pane.getByText(/Changed on disk/)).toBeVisible();
      await page.keyboard.press('ControlOrMeta+S');
      await expect(workbench.conflict).toContainText('Five notes');
    },
  },
  {
    state: 'history',
    panes: [RUNS],
    reach: async (around) => {
      await around.workbench.openTool('calc');
      await runCalc(around, '20');
      await around.workbench.history.getByRole('button', { name: 'Open the history' }).click();
      await around.page.getByTestId('runs').getByRole('searchbox').waitFor();
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
    isDrawn: true,
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
];
