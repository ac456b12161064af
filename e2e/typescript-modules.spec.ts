import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from './fixtures.ts';
import type { Workbench } from './pages/workbench.ts';

const runWith = async (workbench: Workbench, args: object): Promise<void> => {
  const { run, page } = workbench;
  await run.getByRole('radio', { name: 'JSON' }).click();
  await run.locator('textarea').fill(JSON.stringify(args));
  await page.keyboard.press('ControlOrMeta+Enter');
};

test('A2.27 A2.31 a list keeps its state, draws itself, and goes on from an earlier result', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('todo_list');
  await runWith(workbench, { action: 'add', text: 'Write a tool' });
  await expect(workbench.modelSees).toContainText('Added #1: Write a tool');
  await expect(workbench.personSees).toContainText('todo add Write a tool');
  await expect(workbench.personSees).toContainText('1 open, 0 done');
  await workbench.result.getByRole('button', { name: 'Show all' }).click();
  await expect(workbench.personSees).toContainText('[ ] #1 Write a tool');
  await runWith(workbench, { action: 'add', text: 'Test it' });
  await expect(workbench.modelSees).toContainText('Added #2: Test it');

  await workbench.editor.pane.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Module session and permissions' }).click();
  const dialog = page.getByRole('dialog', { name: 'Session of todo_list' });
  await expect(dialog.getByText('A custom tool: its factory returns it')).toBeVisible();
  await expect(dialog.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Continue from here' }).first().click();
  await dialog.getByRole('button', { name: 'branch', exact: true }).click();
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await page.keyboard.press('Escape');
  await runWith(workbench, { action: 'list' });
  await expect(workbench.modelSees).toContainText('#1 Write a tool');
  await expect(workbench.modelSees).not.toContainText('Test it');
});

test('A2.4 a custom tool is told from an extension, and what is not run here is named', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  const folder = join(runner.workspace, 'tools', 'with_command');
  mkdirSync(folder, { recursive: true });
  const source = `export default (pi) => {
  pi.registerCommand('tidy', {});
  pi.registerTool({ name: 'tidy_up', label: 'Tidy', description: 'Tidies up', parameters: { type: 'object' },
    execute: async () => ({ content: [{ type: 'text', text: 'tidy' }] }) });
};\n`;
  writeFileSync(join(folder, 'index.ts'), source);
  const kinds: [string, RegExp, string[]][] = [
    ['todo_list', /^A custom tool: its factory returns it/, []],
    ['clean_secrets', /^An extension: it registers tools/, []],
    ['with_command', /^An extension: it registers tools/, ['command "tidy" is not used here']],
  ];
  for (const [id, kind, problems] of kinds) {
    await workbench.openTool(id);
    await editor.pane.getByRole('button', { name: 'More' }).click();
    await page.getByRole('menuitem', { name: 'Module session and permissions' }).click();
    const dialog = page.getByRole('dialog', { name: `Session of ${id}` });
    await expect(dialog.getByText(kind)).toBeVisible();
    await expect(dialog.getByText(/^Hooks .* and skills .* do not run here$/)).toBeVisible();
    await page.keyboard.press('Escape');
    if (problems.length > 0) await editor.openProblems();
    for (const problem of problems) await expect(editor.problems).toContainText(problem);
  }
});

test('A2.7 A2.8 a tool asks the person, and finds nobody in a headless run', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.openTool('ask_person');
  const args = { question: 'What would you like?', options: ['Tea', 'Coffee'] };
  await runWith(workbench, args);
  const dialog = page.getByRole('dialog', { name: 'ask_person asks' });
  await expect(dialog.getByText('What would you like?')).toBeVisible();
  await dialog.getByRole('button', { name: 'Coffee' }).click();
  await expect(workbench.modelSees).toContainText('They chose: Coffee');
  await runWith(workbench, args);
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(workbench.modelSees).toContainText('They gave no answer');

  await workbench.editor.pane.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Module session and permissions' }).click();
  await page.getByLabel(/Run without a person/).check();
  await page.keyboard.press('Escape');
  await runWith(workbench, args);
  await expect(workbench.modelSees).toContainText('Nobody is there to be asked');
});

test('A2.13 repo_stats counts a real repository; what takes long tells of itself and is cancelled', async ({
  workbench,
  runner,
}) => {
  const files = join(runner.workspace, 'files');
  mkdirSync(files, { recursive: true });
  for (const name of ['a.ts', 'b.ts', 'c.js']) writeFileSync(join(files, name), '');
  execFileSync('git', ['init', '-q'], { cwd: files });
  execFileSync('git', ['add', 'a.ts', 'b.ts', 'c.js'], { cwd: files });
  await workbench.openTool('repo_stats');
  await runWith(workbench, { glob: '*.ts' });
  await expect(workbench.modelSees).toContainText('Found 2 files');

  const tools = join(runner.workspace, 'tools');
  const source = readFileSync(join(tools, 'repo_stats/index.ts'), 'utf8');
  mkdirSync(join(tools, 'slow_stats'));
  writeFileSync(
    join(tools, 'slow_stats/index.ts'),
    source
      .replace('"repo_stats"', '"slow_stats"')
      .replace('"git", ["ls-files", params.glob ?? "**/*.ts"]', '"sleep", ["60"]'),
  );
  await workbench.openTool('slow_stats');
  await runWith(workbench, {});
  await expect(workbench.result).toContainText('Scanning files...');
  await workbench.page.keyboard.press('Escape');
  await expect(workbench.result.getByText('Cancelled', { exact: true })).toBeVisible();
  rmSync(join(files, '.git'), { recursive: true });
});

test('an image is shown, and named to the model', async ({ workbench }) => {
  await workbench.openTool('color_swatch');
  await runWith(workbench, { color: '#ff8800' });
  await expect(workbench.modelSees).toContainText('[image image/png');
  const image = workbench.result.getByRole('img', { name: 'Image 1 of the answer' });
  await expect(image).toBeVisible();
  expect(await image.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBe(64);
});

test('a new module knows its types, follows its schema while it is typed, and says what is wrong', async ({
  workbench,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lathe-e2e-'));
  const source = (
    field: string,
  ) => `import type { CustomToolFactory } from '@mariozechner/pi-coding-agent';
import { Type } from '@sinclair/typebox';
import { existsSync } from 'fs';
import { join } from 'node:path';
const known = existsSync(join(import.meta.dirname, 'data.json')) || process.env.HOME;
const factory: CustomToolFactory = (pi) => ({
  name: 'greeter', label: 'Typed', description: 'Says hello',
  parameters: Type.Object({ ${field}: Type.String() }),
  async execute(id, params, onUpdate, ctx, signal) {
    return { content: [{ type: 'text', text: 'hello' }] };
  },
});
export default factory;
`;
  try {
    writeFileSync(join(folder, 'greeter.ts'), source('who'));
    await workbench.openTool('calc');
    await workbench.import(join(folder, 'greeter.ts'));
    const { editor, preview, page } = workbench;
    await expect(workbench.tool('greeter')).toHaveAttribute('aria-current', 'true');
    await expect(preview.locator('.tree code').filter({ hasText: /^who/ })).toBeVisible();
    await editor.write('greeter.ts', source('whom'));
    await expect(preview.locator('.tree code').filter({ hasText: /^whom/ })).toBeVisible();
    // The language service knows the host: a wrong field is underlined, the right ones are not.
    await expect(page.locator('.squiggly-error')).toHaveCount(0);
    await editor.write('greeter.ts', source('whom').replace("type: 'text'", "type: 'texts'"));
    await expect(page.locator('.squiggly-error').first()).toBeVisible({ timeout: 30_000 });
    await editor.write('greeter.ts', source('whom'));
    await expect(page.locator('.squiggly-error')).toHaveCount(0);
    await editor.write('greeter.ts', source('whom').replace('known =', 'known: number ='));
    await expect(page.locator('.squiggly-error').first()).toBeVisible({ timeout: 30_000 });
    await editor.write('greeter.ts', source('whom').replace('Type.String()', 'Type.'));
    await expect(page.getByTestId('stale')).toBeVisible();
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('A2.18 A2.20 A2.23 modules of another folder are found, run, copied, and told why they fail', async ({
  workbench,
}) => {
  const { page } = workbench;
  const places = mkdtempSync(join(tmpdir(), 'lathe-places-'));
  const tool = (name: string) => `export default (pi) => ({
    name: '${name}', label: 'Shout', description: 'Says it loudly',
    parameters: pi.typebox.Type.Object({ text: pi.typebox.Type.String() }),
    execute: async (id, params) => ({ content: [{ type: 'text', text: params.text.toUpperCase() }] }),
  });`;
  mkdirSync(join(places, 'tools'));
  writeFileSync(join(places, 'tools/a-hail.ts'), tool('hail'));
  writeFileSync(join(places, 'tools/b-again.ts'), tool('hail'));
  writeFileSync(join(places, 'tools/c-broken.ts'), "throw new Error('bad day');");
  writeFileSync(join(places, 'tools/notes.md'), '# Notes');
  try {
    await page.keyboard.press('ControlOrMeta+,');
    const dialog = page.getByRole('dialog', { name: /^(Settings|设置)$/ });
    await dialog.getByRole('tab', { name: 'Modules' }).click();
    await expect(dialog).toContainText('Nothing to search yet');
    const field = dialog.getByRole('textbox', { name: 'More locations' });
    await field.fill(join(places, 'tools'));
    await field.press('Tab');
    const found = dialog.getByRole('region', { name: 'Modules found' });
    const row = (name: string) => found.getByRole('listitem').filter({ hasText: name });
    await expect(row('a-hail.ts')).toContainText('hail');
    await expect(row('a-hail.ts')).toContainText(join(places, 'tools/a-hail.ts'));
    await expect(row('b-again.ts')).toContainText('Tool name "hail" conflicts');
    await expect(row('c-broken.ts')).toContainText('Failed to load tool: bad day');
    await expect(row('notes.md')).toContainText('Declarative tool files (.md, .json)');
    await expect(found).toContainText('1 of 4 provides tools');

    await found.getByRole('button', { name: /^Open .*a-hail\.ts$/ }).click();
    await expect(workbench.editor.pane).toContainText('You can view and run it');
    await runWith(workbench, { text: 'quiet' });
    await expect(workbench.modelSees).toContainText('QUIET');
    await page.getByRole('button', { name: 'Actions for a-hail.ts' }).click();
    await page.getByRole('menuitem', { name: 'Copy to the workspace' }).click();
    await expect(workbench.tool('a_hail')).toBeVisible();
    await runWith(workbench, { text: 'copied' });
    await expect(workbench.modelSees).toContainText('COPIED');

    await workbench.speak('zh');
    await page.keyboard.press('ControlOrMeta+,');
    await dialog.getByRole('tab', { name: '模块' }).click();
    await expect(dialog.getByRole('region', { name: '找到的模块' })).toContainText('已被占用');
    await dialog.getByRole('button', { name: '恢复默认：其他位置' }).click();
    await expect(dialog).toContainText('还没有可查找的内容');
  } finally {
    rmSync(places, { recursive: true });
  }
});

test('P3 a right that a call lacked is granted at its result, and the call runs again with it', async ({
  workbench,
  runner,
}) => {
  const files = join(runner.workspace, 'files');
  mkdirSync(files, { recursive: true });
  writeFileSync(join(files, 'a.txt'), 'what it says');
  const folder = join(runner.workspace, 'tools/peeks');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'index.ts'),
    `import fs from 'node:fs/promises';
export default () => ({ name: 'peek', description: 'Shows a file', parameters: { type: 'object', properties: {} },
  async execute() {
    const text = await fs.readFile(process.cwd() + '/a.txt', 'utf8').catch(() => 'not there');
    return { content: [{ type: 'text', text }], isError: text === 'not there' };
  } });`,
  );
  await workbench.openTool('peeks');
  await runWith(workbench, {});
  await expect(workbench.modelSees).toContainText('not there');
  await expect(workbench.result).toContainText(
    `The tool has no permission to read "${files}/a.txt"`,
  );
  await workbench.result
    .getByRole('button', { name: `Allow reading ${files}/a.txt`, exact: true })
    .click();
  await expect(workbench.modelSees).toContainText('what it says');
  await expect(workbench.result.getByText('The tool has no permission')).toHaveCount(0);

  await test.step('it is for the tool of the run, whatever is opened meanwhile, which does not run', async () => {
    const { page } = workbench;
    let go: () => void = () => undefined;
    const free = new Promise<void>((done) => (go = done));
    await page.route('**/rights', async (route) => {
      await free;
      await route.continue();
    });
    await workbench.ranBefore(1).click();
    const granted = page.waitForResponse(
      (answer) => answer.url().endsWith('/rights') && answer.request().method() === 'PUT',
    );
    await workbench.result
      .getByRole('button', { name: `Allow reading ${files}/a.txt`, exact: true })
      .click();
    await workbench.openTool('todo_list');
    go();
    expect((await granted).url()).toContain('/peeks/');
    await expect(page.getByText('Granted', { exact: true }).last()).toBeVisible();
    await page.unroute('**/rights');
    // Whatever began by itself would be there before what is asked for now.
    await runWith(workbench, { action: 'list' });
    await expect(workbench.personSees).toContainText('todo list');
    await expect(workbench.ranBefore(0)).toContainText('todo_list');
    await expect(workbench.ranBefore(1)).toContainText('peek');
  });
  await test.step('beside another tool there is nothing to grant it', async () => {
    await workbench.ranBefore(2).click();
    await expect(workbench.result.getByRole('button', { name: /^Allow reading/ })).not.toHaveCount(
      0,
    );
    await workbench.act('peeks', 'Delete');
    await expect(workbench.tool('peeks')).toHaveCount(0);
    await workbench.openTool('todo_list');
    await workbench.ranBefore(2).click();
    await expect(workbench.modelSees).toContainText('not there');
    await expect(workbench.result.getByText('The tool has no permission')).toHaveCount(0);
  });
});
