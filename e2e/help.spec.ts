import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator } from '@playwright/test';
import { ConversationPage } from './pages/conversation.ts';
import { putTool } from './put-tool.ts';
import { startRunner } from './runner.ts';
import { expect, MODEL, serious, test as base } from './talk-fixtures.ts';

const KEY = 'sk-e2e-help-1234567890';

const test = base.extend({
  runner: [
    async ({ provider }, use) => {
      const runner = await startRunner({ ...provider.env, LATHE_LOCAL_KEY: KEY });
      await use(runner);
      await runner.stop();
    },
    { scope: 'worker', timeout: 180_000 },
  ],
});

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const number = { type: 'number', description: 'Degrees Celsius' };
const parameters = { type: 'object', properties: { celsius: number }, required: ['celsius'] };
const description = 'Converts degrees Celsius to degrees Fahrenheit';
const drafted = [
  {
    path: 'definition.json',
    content: json({ id: 'to_fahrenheit', description, parameters, category: 'units', timeout: 5 }),
  },
  {
    path: 'execution.py',
    content: 'celsius = {celsius}\nprint(f"{{celsius * 9 / 5 + 32:g}} °F")\n',
  },
  { path: 'return.json', content: json({ truncate: 200, template: '{output}' }) },
  { path: 'notes.txt', content: 'Nobody wants this file.\n' },
];
const proposes = (files: object[], more: object = {}) => ({
  calls: [
    { name: 'propose_files', arguments: { summary: 'It is what you asked for.', files, ...more } },
  ],
  usage: { input: 900, output: 300 },
});

/** Chooses the model and waits until the request is shown for it. */
const choose = async (dialog: Locator): Promise<void> => {
  await dialog.getByRole('combobox', { name: 'Model' }).fill(MODEL);
  await expect(dialog.getByRole('button', { name: /^Send/ })).toBeEnabled();
};

test('a tool is drafted from a sentence, taken in parts, and runs', async ({
  workbench,
  runner,
  provider,
}) => {
  const { page, library } = workbench;
  provider.play({ ...proposes(drafted, { name: 'to_fahrenheit' }), text: 'Here it is.' });
  await library.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Draft a tool with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft a tool with a model' });
  await dialog
    .getByRole('textbox', { name: 'What should the tool do?' })
    .fill('Celsius to Fahrenheit');
  await choose(dialog);
  const shown = dialog.getByRole('group', { name: 'Request', exact: true });
  await expect(shown).toContainText('Celsius to Fahrenheit');
  await expect(dialog.getByTestId('help-tokens')).toContainText(/[\d,]+ tokens/);
  expect(await serious(page), 'asked').toEqual([]);
  expect(provider.bodies()).toEqual([]);

  await dialog.getByRole('radio', { name: 'Exact' }).click();
  const exact = await dialog.getByRole('group', { name: /JSON/ }).innerText();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('region', { name: 'execution.py' })).toBeVisible();
  expect(JSON.parse(exact)).toEqual(provider.bodies()[0]);
  expect(JSON.stringify(provider.bodies())).not.toContain(KEY);
  expect(await serious(page), 'proposed').toEqual([]);
  await expect(dialog.getByTestId('help-usage')).toContainText('900 input, 300 output');
  await expect(dialog.getByTestId('help-usage')).toContainText('unknown');

  await dialog.getByRole('checkbox', { name: 'All changes in notes.txt' }).uncheck();
  await dialog.getByRole('button', { name: /^Open as a draft/ }).click();
  await expect(page.getByText('Drafted to_fahrenheit')).toBeVisible();
  expect(existsSync(join(runner.workspace, 'tools/to_fahrenheit'))).toBe(false);
  await page.getByTestId('run').getByRole('textbox', { name: 'celsius' }).fill('100');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('212 °F');
  await page.keyboard.press('ControlOrMeta+S');
  const saved = join(runner.workspace, 'tools/to_fahrenheit/execution.py');
  await expect.poll(() => existsSync(saved)).toBe(true);
  expect(existsSync(join(runner.workspace, 'tools/to_fahrenheit/notes.txt'))).toBe(false);
});

test('a draft that cannot load says its name, and the way back comes before it', async ({
  workbench,
  provider,
}) => {
  const { page, library } = workbench;
  provider.play(proposes(drafted.slice(1), { name: 'calc' }), { text: 'No more.' });
  await library.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Draft a tool with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft a tool with a model' });
  await dialog.getByRole('textbox', { name: 'What should the tool do?' }).fill('Celsius');
  await choose(dialog);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  // The name that was asked for is taken.
  await expect(dialog.getByRole('heading', { name: 'New tool calc_2' })).toBeVisible();
  await expect(dialog).toContainText('"definition.json" is missing');
  await expect(dialog).not.toContainText('definition.json:1');
  await expect(dialog.getByRole('button', { name: 'Open anyway' })).toBeEnabled();
  await dialog.getByRole('button', { name: /^Open anyway/ }).press('ControlOrMeta+Enter');
  await expect(dialog.getByRole('textbox', { name: 'What should the tool do?' })).toHaveValue(
    'Celsius',
  );
});

const broken = `values = {values}

# The sum of all of them.
total = sum(values)

# How many there are.
count = len(value)

print(total / count)
`;
const mended = broken
  .replace('len(value)', 'len(values)')
  .replace('The sum of', 'What is the sum of');

test('a failed run is fixed: one change is taken, another left, and the run passes', async ({
  workbench,
  runner,
  provider,
}) => {
  const { page } = workbench;
  const items = { type: 'number' };
  putTool(runner, {
    ...{ id: 'mean', code: broken, required: ['values'] },
    properties: { values: { type: 'array', items, minItems: 1, description: 'The numbers' } },
    files: { 'samples.json': json([{ name: 'two', arguments: { values: [1, 2] } }]) },
  });
  provider.play(proposes([{ path: 'execution.py', content: mended }]));
  await workbench.openTool('mean');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('NameError');
  await workbench.result.getByRole('button', { name: 'Suggest a fix with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggest a fix for mean' });
  await choose(dialog);
  await expect(dialog.getByRole('group', { name: 'Request', exact: true })).toContainText(
    'NameError',
  );
  await dialog.getByRole('button', { name: /^Send/ }).click();

  const changes = dialog.getByRole('checkbox', { name: /^execution.py: Change/ });
  await expect(changes).toHaveCount(2);
  await expect(changes.first()).toBeFocused();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await expect(changes.last()).toBeFocused();
  await expect(changes.first()).not.toBeChecked();
  await expect(changes.last()).toBeChecked();
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByText('Applied to mean')).toBeVisible();
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText('1.5');
  // Nothing is saved before the person saves it, and what was taken can be taken back.
  const file = join(runner.workspace, 'tools/mean/execution.py');
  expect(readFileSync(file, 'utf8')).toBe(broken);
  await page.keyboard.press('ControlOrMeta+S');
  await expect
    .poll(() => readFileSync(file, 'utf8'))
    .toBe(broken.replace('len(value)', 'len(values)'));
});

test('a file that is to go is shown whole, taken or left, and goes when the person saves', async ({
  workbench,
  runner,
  provider,
}) => {
  const { page } = workbench;
  putTool(runner, { id: 'tidy', code: 'print(1)\n', files: { 'old.txt': 'One\n\nTwo\n' } });
  const old = join(runner.workspace, 'tools/tidy/old.txt');
  provider.play({
    calls: [
      {
        name: 'propose_files',
        arguments: {
          summary: 'It has another name.',
          files: [{ path: 'new.txt', content: 'One\n\nTwo\n' }],
          deletes: ['old.txt', 'nowhere.txt'],
        },
      },
    ],
  });
  await workbench.openTool('tidy');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByPlaceholder('Search tools and actions').fill('suggest a fix');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Suggest a fix for tidy' });
  await choose(dialog);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  const gone = dialog.getByRole('region', { name: 'old.txt' });
  await expect(gone).toContainText('Deleted file');
  await expect(gone).toContainText('Two');
  await expect(dialog.getByRole('region', { name: 'Files not used' })).toContainText(
    'nowhere.txt: there is no such file to delete',
  );
  expect(await serious(page), 'a file that goes').toEqual([]);
  const deletes = dialog.getByRole('checkbox', { name: 'Delete old.txt' });
  await deletes.uncheck();
  await expect(dialog.getByRole('button', { name: /^Apply 1 change/ })).toBeEnabled();
  await deletes.check();
  await dialog.getByRole('button', { name: /^Apply 2 changes/ }).click();
  await expect(page.getByText('Applied to tidy')).toBeVisible();
  await expect(workbench.editor.pane.getByRole('tab', { name: 'new.txt' })).toBeVisible();
  await expect(workbench.editor.pane.getByRole('tab', { name: 'old.txt' })).toBeHidden();
  expect(existsSync(old)).toBe(true);
  await page.keyboard.press('ControlOrMeta+S');
  await expect.poll(() => existsSync(old)).toBe(false);
});

test('an answer that proposes nothing is read, and the request is changed', async ({
  workbench,
  provider,
}) => {
  const { page } = workbench;
  provider.play({ text: 'Which unit do you mean?' }, { after: 40, says: { text: 'Half' } });
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByPlaceholder('Search tools and actions').fill('draft');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Draft a tool with a model' });
  await page.keyboard.type('Convert');
  await choose(dialog);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog.getByRole('region', { name: 'The model says' })).toContainText('Which unit');
  await expect(dialog.getByRole('alert')).toContainText('proposed no change');
  expect(await serious(page), 'no proposal').toEqual([]);
  await dialog.getByRole('button', { name: 'Edit the request' }).click();
  await expect(dialog.getByRole('textbox', { name: 'What should the tool do?' })).toHaveValue(
    'Convert',
  );
  await expect(dialog.getByRole('button', { name: /^Send/ })).toBeEnabled();
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await expect(dialog.getByRole('alert')).toContainText('was cut off');
});

test('whoever has no key asks elsewhere and pastes the answer', async ({ workbench, provider }) => {
  const { page, library } = workbench;
  provider.play();
  await library.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Draft a tool with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft a tool with a model' });
  await dialog.getByRole('textbox', { name: 'What should the tool do?' }).fill('Convert');
  await dialog.getByRole('radio', { name: 'Another chat' }).click();
  await expect(dialog.getByRole('group', { name: 'Request', exact: true })).toContainText(
    'JSON Schema',
  );
  const answer = { name: 'elsewhere', summary: 'Pasted.', files: drafted };
  await dialog
    .getByRole('textbox', { name: 'Answer from the other chat' })
    .fill(JSON.stringify(answer));
  await dialog.getByRole('button', { name: /^Read the answer/ }).click();
  await expect(dialog.getByRole('region', { name: 'definition.json' })).toContainText(
    'to_fahrenheit',
  );
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toBeHidden();
  await expect(workbench.tool('elsewhere')).toHaveCount(0);
  expect(provider.bodies()).toEqual([]);
});

test('a call of a conversation leads to a fix of its tool', async ({
  workbench,
  runner,
  provider,
}) => {
  const { page } = workbench;
  putTool(runner, {
    id: 'greet_all',
    code: "name = '{name}'\nprint('Hello ' + name)\n",
    properties: { name: { type: 'string' } },
  });
  const talk = new ConversationPage(workbench);
  const definition = json({
    id: 'greet_all',
    description: 'Greets one person by name; one call a person',
    parameters: {
      type: 'object',
      properties: { name: { type: 'string', description: 'One name' } },
      required: [],
    },
    timeout: 10,
  });
  provider.play(
    { text: 'I greet them.', calls: [{ name: 'greet_all', arguments: { name: 'Ann and Bob' } }] },
    { text: 'Done.' },
    proposes([{ path: 'definition.json', content: definition }]),
  );
  await talk.begin(MODEL);
  await talk.send('Greet Ann and Bob');
  await expect(talk.said('Done.')).toBeVisible();
  await talk.call('greet_all').click();
  await talk.turns.getByRole('button', { name: 'Suggest a fix with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Suggest a fix for greet_all' });
  await choose(dialog);
  const shown = dialog.getByRole('group', { name: 'Request', exact: true });
  for (const said of ['Greet Ann and Bob', 'I greet them.', 'Hello Ann and Bob'])
    await expect(shown).toContainText(said);
  await dialog.getByRole('button', { name: /^Send/ }).click();
  await dialog.getByRole('button', { name: /^Apply/ }).click();
  await expect(page.getByText('Applied to greet_all')).toBeVisible();
  await expect.poll(() => workbench.editor.text()).toContain('Greets one person');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect.poll(() => workbench.editor.text()).not.toContain('Greets one person');
});
