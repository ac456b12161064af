import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';
import { putTool } from './put-tool.ts';
import { serious } from './serious.ts';

const text = { text: { type: 'string', description: 'What to say' } };
const sample = (name: string, expected?: object) => ({
  name,
  arguments: { text: name },
  ...(expected ? { expect: expected } : {}),
});
/** A tool that says its text loudly, with samples. */
const loud = (id: string, samples: object[], files: Record<string, string> = {}) => ({
  ...{ id, properties: text, required: ['text'], code: "print('{text}'.upper())\n" },
  files: { 'samples.json': `${JSON.stringify(samples, null, 2)}\n`, ...files },
});

const chip = ({ run }: Workbench, name: string | RegExp): Locator =>
  run.getByRole('button', { name, exact: true });
const summary = ({ run }: Workbench): Locator => run.getByTitle('Show the results of all samples');

test('E1 a result becomes what its sample expects, in the draft, and is taken out again', async ({
  workbench,
  runner,
}) => {
  const { page, editor, result } = workbench;
  const own = { ...sample('one'), 'x-mine': [1, 2] };
  putTool(runner, loud('expects', [own, sample('two')]));
  const file = join(runner.workspace, 'tools/expects/samples.json');
  const before = readFileSync(file, 'utf8');
  await workbench.openTool('expects');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('ONE');
  // It expects nothing of its own, so success is what counts.
  await expect(chip(workbench, 'one, passed')).toBeVisible();

  await test.step('what came is proposed, and can be changed', async () => {
    await result.getByRole('button', { name: 'Set as the expected result' }).click();
    const dialog = page.getByRole('dialog', { name: 'Expected result of "one"' });
    await expect(dialog.getByRole('radio', { name: 'success' })).toBeChecked();
    await expect(dialog.getByRole('textbox', { name: 'Model sees' })).toHaveValue('ONE\n');
    expect(await serious(page), 'expectation').toEqual([]);
    await dialog.getByRole('button', { name: 'Set as expected' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('a tick of what ran before is not green', async () => {
    await expect(chip(workbench, 'one, not run since the last change')).toBeVisible();
    expect(readFileSync(file, 'utf8')).toBe(before);
    await editor.show('samples');
    await expect.poll(() => editor.text()).toContain('"llmContent": "ONE\\n"');
    await expect.poll(() => editor.text()).toContain('"x-mine"');
    await workbench.runIt();
    await expect(chip(workbench, 'one, passed')).toBeVisible();
  });

  await test.step('the editor takes it back, and puts it in again', async () => {
    await editor.pane.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('ControlOrMeta+Z');
    await expect.poll(() => editor.text()).not.toContain('"expect"');
    await expect(chip(workbench, 'one, not run since the last change')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+Shift+Z');
    await expect.poll(() => editor.text()).toContain('"expect"');
    // The tool and the sample are what was run again.
    await expect(chip(workbench, 'one, passed')).toBeVisible();
  });

  await test.step('another expectation fails, and none is success again', async () => {
    await workbench.run.getByRole('button', { name: 'Edit the expected result of "one"' }).click();
    const dialog = page.getByRole('dialog', { name: 'Expected result of "one"' });
    await dialog.getByRole('checkbox', { name: 'Value' }).check();
    await dialog.getByRole('textbox', { name: 'Value' }).fill('{');
    await expect(dialog.getByText('Invalid JSON')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Set as expected' })).toBeDisabled();
    await dialog.getByRole('checkbox', { name: 'Value' }).uncheck();
    await dialog.getByRole('textbox', { name: 'Model sees' }).fill('TWO');
    await dialog.getByRole('button', { name: 'Set as expected' }).click();
    await workbench.runIt();
    await expect(chip(workbench, 'one, failed')).toBeVisible();
    await workbench.run.getByRole('button', { name: 'Edit the expected result of "one"' }).click();
    await dialog.getByRole('button', { name: 'Remove the expected result' }).click();
    await expect.poll(() => editor.text()).not.toContain('"expect"');
    await workbench.runIt();
    await expect(chip(workbench, 'one, passed')).toBeVisible();
  });

  await test.step('arguments of no sample become a new one', async () => {
    await workbench.run.getByRole('textbox', { name: /^text/ }).fill('three');
    await workbench.runIt();
    await expect(workbench.modelSees).toHaveText('THREE');
    await result.getByRole('button', { name: 'Set as the expected result' }).click();
    const dialog = page.getByRole('dialog', { name: 'New sample with this expected result' });
    await expect(dialog.getByRole('textbox', { name: 'Name of the sample' })).toHaveValue('three');
    await dialog.getByRole('button', { name: 'Set as expected' }).click();
    await page.keyboard.press('ControlOrMeta+S');
    await expect
      .poll(() => JSON.parse(readFileSync(file, 'utf8')))
      .toEqual([own, sample('two'), sample('three', { success: true, llmContent: 'THREE\n' })]);
  });
});

test('E2 all samples run one after the other; a summary, differences, and ticks that do not outlive a change', async ({
  workbench,
  runner,
}) => {
  const { page, editor, history } = workbench;
  const samples = [
    sample('good', { llmContent: 'GOOD\n' }),
    sample('bad', { llmContent: 'bad\n', success: true }),
    sample('any'),
  ];
  putTool(runner, loud('tested', samples, { 'return.json': '{}' }));
  await workbench.openTool('tested');
  await expect(chip(workbench, 'good')).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(summary(workbench)).toHaveText('2 passed, 1 failed');
  for (const name of ['good, passed', 'bad, failed', 'any, passed'])
    await expect(chip(workbench, name)).toBeVisible();
  await expect(history.locator('button.open').first()).toContainText('any');
  for (const [index, name] of ['any', 'bad', 'good'].entries())
    await expect(workbench.ranBefore(index)).toContainText(`tested ${name}`);

  await test.step('what was expected stands left of what came', async () => {
    await summary(workbench).click();
    const dialog = page.getByRole('dialog', { name: 'Samples of tested' });
    const difference = dialog.getByRole('group', { name: 'Model sees of "bad"' });
    await expect(difference.locator('.line.left.changed')).toContainText(/only expected:\s*bad/);
    await expect(difference.locator('.line.changed:not(.left)')).toContainText(
      /only in the result:\s*BAD/,
    );
    await expect(dialog.getByRole('group')).toHaveCount(1);
    expect(await serious(page), 'summary').toEqual([]);
    await page.keyboard.press('Escape');
  });

  await test.step('a change of the code, the definition or the rules leaves no tick green', async () => {
    const parts: [string, string][] = [
      ['execution.py', "print('{text}'.upper()  )\n"],
      ['return.json', '{ "truncate": 3 }\n'],
    ];
    for (const [file, changed] of parts) {
      await editor.write(file, changed);
      await expect(summary(workbench)).toHaveText('3 not run');
      await expect(chip(workbench, 'good, not run since the last change')).toBeVisible();
      await page.keyboard.press('ControlOrMeta+Z');
      await expect(summary(workbench)).toHaveText('2 passed, 1 failed');
    }
  });
});

test('E3 a sample that needs approval waits for it, and a no or a stop ends the rest', async ({
  workbench,
  runner,
}) => {
  const { page, run } = workbench;
  const samples = ['one', 'two', 'three'].map((name) => sample(name, { llmContent: '' }));
  const definition = {
    id: 'asks_each',
    description: 'Writes a file',
    parameters: { type: 'object', properties: text, required: ['text'] },
    timeout: 30,
  };
  const folder = join(runner.workspace, 'tools/asks_each');
  mkdirSync(folder);
  writeFileSync(join(folder, 'execution.sh'), 'printf %s "$text" > "asked-$text.txt"\n');
  writeFileSync(join(folder, 'samples.json'), JSON.stringify(samples));
  writeFileSync(join(folder, 'definition.json'), JSON.stringify(definition));
  const written = (name: string) => join(runner.workspace, 'files', `asked-${name}.txt`);
  await workbench.openTool('asks_each');
  await run.getByRole('button', { name: 'Run all samples' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question).toBeVisible();
  await expect(run.getByRole('status').filter({ hasText: 'Sample 1 of 3' })).toBeVisible();
  expect(existsSync(written('one'))).toBe(false);
  await expect(chip(workbench, 'one, running')).toBeVisible();
  const allow = question.getByRole('button', { name: /^Allow once/ });
  await expect(allow).toBeEnabled();
  await allow.click();
  await expect(run.getByRole('status').filter({ hasText: 'Sample 2 of 3' })).toBeVisible();
  await expect(chip(workbench, 'one, passed')).toBeVisible();
  expect(readFileSync(written('one'), 'utf8')).toBe('one');
  await expect(allow).toBeEnabled();
  await page.keyboard.press('Escape');
  await expect(summary(workbench)).toHaveText('1 passed, 1 failed, 1 not run');
  expect(existsSync(written('two'))).toBe(false);
  await expect(question).toBeHidden();

  await test.step('Cancel ends the rest, too', async () => {
    putTool(runner, {
      ...loud('slow_tests', [sample('1'), sample('2')]),
      code: "import time\nprint('{text}', flush=True)\ntime.sleep(20)\n",
      timeout: 30,
    });
    await workbench.openTool('slow_tests');
    await page.keyboard.press('ControlOrMeta+Shift+Enter');
    await expect(run.getByRole('status').filter({ hasText: 'Sample 1 of 2' })).toBeVisible();
    await expect(workbench.result.getByText('1', { exact: true }).first()).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(workbench.result.getByText('Cancelled', { exact: true }).first()).toBeVisible();
    await expect(run.getByRole('status').filter({ hasText: 'Sample' })).toHaveCount(0);
    await expect(chip(workbench, '2')).toBeVisible();
    await expect(workbench.ranBefore(0)).toContainText('slow_tests 1');
  });
});

test('P4 all samples go on while something else is looked at, and lead nobody back', async ({
  workbench,
  runner,
}) => {
  const { page, run, history } = workbench;
  putTool(runner, loud('aside', [sample('one'), sample('two')]));
  // A history has something to be opened for.
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.ranBefore(0)).toContainText('calc');
  await workbench.openTool('aside');
  await expect(chip(workbench, 'one')).toBeVisible();
  let release: () => void = () => undefined;
  const gate = new Promise<void>((open) => (release = open));
  await page.route('**/api/runs', async (route) => {
    if (route.request().method() === 'POST') await gate;
    await route.continue();
  });
  await page.keyboard.press('ControlOrMeta+Shift+Enter');
  await expect(run.getByRole('status').filter({ hasText: 'Sample 1 of 2' })).toBeVisible();
  await history.getByRole('button', { name: 'Open the history' }).click();
  const runs = page.getByTestId('runs').locator('button.open');
  await expect(runs.first()).toBeVisible();
  release();
  await expect(runs.first()).toContainText('aside two');
  await expect(runs.nth(1)).toContainText('aside one');
  await expect(page).toHaveURL(/#\/history$/);
  await page.goBack();
  await expect(summary(workbench)).toHaveText('2 passed');
});

for (const [language, all, done] of [
  ['en', 'Run all samples', '1 passed, 1 failed'],
  ['zh', '运行全部样例', '1 个通过，1 个未通过'],
] as const)
  test(`the palette runs all samples, on a phone, too, in ${language}`, async ({
    workbench,
    runner,
  }) => {
    const { page, run } = workbench;
    const id = `palette_tests_${language}`;
    putTool(runner, loud(id, [sample('a'), sample('b', { success: false })]));
    await workbench.speak(language);
    await workbench.openTool(id);
    await expect(chip(workbench, 'a')).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.keyboard.press('ControlOrMeta+K');
    await page.getByRole('combobox').fill(all);
    await page.keyboard.press('Enter');
    await expect(run.getByText(done)).toBeVisible();
    expect(await serious(page)).toEqual([]);
  });
