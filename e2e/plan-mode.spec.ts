import { join } from 'node:path';
import { mkdirSync, writeFileSync } from 'node:fs';
import { expect, test } from './fixtures.ts';
import type { Runner } from './runner.ts';

/** A tool that is not read-only, with a name for people and a tag. */
const putWriter = (runner: Runner): void => {
  const folder = join(runner.workspace, 'tools', 'write_note');
  mkdirSync(folder, { recursive: true });
  const definition = {
    ...{ id: 'write_note', description: 'Prints', kind: 'write', timeout: 10 },
    parameters: { type: 'object', properties: {} },
  };
  writeFileSync(join(folder, 'execution.py'), 'print("written")\n');
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition, null, 2));
};

const words = {
  en: {
    plan: 'Plan mode',
    out: /hides this tool from models/,
    denied: 'Plan mode is on, and "write_note" is not read-only',
    advice: /Turn it off/,
  },
  zh: {
    plan: '计划模式',
    out: /不会把它提供给模型/,
    denied: '计划模式已启用，而“write_note”不是只读工具',
    advice: /请先停用计划模式/,
  },
} as const;

for (const language of ['en', 'zh'] as const) {
  test(`plan mode lists and runs read-only tools alone, in ${language}`, async ({
    workbench,
    runner,
  }) => {
    const { page, library, preview, result } = workbench;
    const say = words[language];
    putWriter(runner);
    await workbench.speak(language);
    await workbench.openTool('write_note');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('written');
    const plan = page.getByRole('switch', { name: say.plan });
    await expect(plan).not.toBeChecked();

    await test.step('on: the registry is asked, and what is open stays open', async () => {
      const asked = page.waitForRequest(/\/api\/tools\?.*mode=plan/);
      await plan.click();
      await asked;
      await expect(plan).toBeChecked();
      await expect(workbench.tool('write_note')).toHaveCount(0);
      await expect(workbench.tool('Bash')).toHaveCount(0);
      await expect(workbench.tool('calc')).toBeVisible();
      await expect(workbench.tool('Read')).toBeVisible();
      await expect(library.getByText(say.plan)).toBeVisible();
      await expect(page).toHaveTitle(/write_note/);
      await expect(preview.getByRole('note')).toHaveText(say.out);
    });
    await test.step('a run is denied, and the result says why and what to do', async () => {
      await workbench.runIt();
      await expect(result).toContainText(say.denied);
      await expect(result).toContainText(say.advice);
      await expect(workbench.modelSees).toContainText('not read-only');
    });
    await test.step('it outlives the page, and a read-only tool runs', async () => {
      await page.reload();
      await expect(plan).toBeChecked();
      await workbench.openTool('calc');
      await expect(preview.getByRole('note')).toHaveCount(0);
      await expect(workbench.tool('write_note')).toHaveCount(0);
      await workbench.runIt();
      await expect(workbench.modelSees).toHaveText('3');
    });
    await test.step('off, by its key: everything as before', async () => {
      await library.getByRole('heading').first().click();
      await page.keyboard.press('p');
      await expect(plan).not.toBeChecked();
      await workbench.openTool('write_note');
      await workbench.runIt();
      await expect(workbench.modelSees).toHaveText('written');
    });
  });
}

test('in plan mode a run in the page is denied, too', async ({ workbench, runner }) => {
  const { page } = workbench;
  putWriter(runner);
  await workbench.openTool('write_note');
  await page.keyboard.press('ControlOrMeta+K');
  await page.keyboard.type('Turn on plan mode');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('switch', { name: 'Plan mode' })).toBeChecked();
  await workbench.run.getByRole('button', { name: /this page|runner/i }).click();
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('Plan mode is on');
});
