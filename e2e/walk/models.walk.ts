import { expect, MODEL, putBash, test } from '../talk-fixtures.ts';
import type { Step } from '../../runner/conversations/fixtures/provider-script.ts';
import type { ConversationPage } from '../pages/conversation.ts';
import type { Runner } from '../runner.ts';
import { putTool } from '../put-tool.ts';
import { isFull, walk } from './walk.ts';

/** The states of conversations with a model on the wire, and what the model has said until then. */
interface TalkState {
  state: string;
  /** Walked by `npm run walk` alone. */
  isRare?: boolean;
  plays: Step[];
  reach(around: { talk: ConversationPage; runner: Runner }): Promise<void>;
}

const states: TalkState[] = [
  {
    state: 'talk-approval',
    plays: [
      {
        reasoning: 'It is to be written down.',
        text: 'I write it **down**.',
        calls: [{ name: 'note', arguments: { text: 'as the model wrote it' } }],
        usage: { input: 200, output: 30 },
      },
    ],
    reach: async ({ talk, runner }) => {
      putBash(runner.workspace);
      await talk.send('Write a note');
      await expect(talk.call('note')).toContainText('needs approval');
    },
  },
  {
    state: 'talk-failed',
    plays: [{ status: 401 }],
    reach: async ({ talk }) => {
      await talk.send('Which model are you?');
      await expect(talk.stopped).toContainText(/key/i);
    },
  },
  {
    state: 'talk-retry',
    // More than one: all its pictures take longer than one of them is waited out.
    plays: Array<Step>(4).fill({ status: 429, retryAfter: 30 }),
    reach: async ({ talk }) => {
      await talk.send('Which model are you?');
      await expect(talk.turns).toContainText(/Retry 1 in \d+ s/);
    },
  },
  {
    // Longer than the runner waits: it stops, and says when to come back.
    state: 'talk-retry-later',
    isRare: true,
    plays: [{ status: 429, retryAfter: 600 }],
    reach: async ({ talk }) => {
      await talk.send('Which model are you?');
      await expect(talk.stopped).toContainText('asks to wait');
    },
  },
  {
    state: 'talk-plan',
    plays: [{ text: '1. The file `config.json` is looked at.\n2. A **note** about it is made.\n' }],
    reach: async ({ talk }) => {
      await talk.talk.getByRole('switch', { name: 'Plan first' }).click();
      await talk.send('Write a note about the configuration');
      await talk.turns.getByTestId('plan').getByRole('button', { name: 'Edit' }).waitFor();
    },
  },
  {
    state: 'talk-beside',
    plays: [
      { text: 'Six, as far as I can see.', usage: { input: 200, output: 30 } },
      { text: 'There are seven of them.', usage: { input: 200, output: 40 } },
    ],
    reach: async ({ talk }) => {
      await talk.askBeside('local:other');
      await talk.send('How many are there?');
      await expect(talk.compare).toContainText('Six');
      await expect(talk.compare).toContainText('seven');
    },
  },
  {
    state: 'talk-branches',
    plays: [{ text: 'Six of them.' }, { text: 'Seven of them.' }],
    reach: async ({ talk }) => {
      await talk.send('How many in October?');
      await expect(talk.said('Six of them.')).toBeVisible();
      await talk.edit('How many in October?', 'How many in November?');
      await expect(talk.said('Seven of them.')).toBeVisible();
      const fork = talk.turns.getByTestId('branch-switch');
      await fork.getByRole('button', { name: 'Compare branches' }).click();
      await expect(talk.compare).toContainText('Six of them.');
    },
  },
  {
    state: 'talk-replay',
    plays: [{ calls: [{ name: 'walk_stamp', arguments: {} }] }, { text: 'Stamped.' }],
    reach: async ({ talk, runner }) => {
      putTool(runner, { id: 'walk_stamp', code: 'print("first")' });
      await talk.send('Stamp it');
      await expect(talk.said('Stamped.')).toBeVisible();
      putTool(runner, { id: 'walk_stamp', code: 'print("second")' });
      await talk.replay('Both');
      await expect(talk.call('walk_stamp')).toContainText('stale');
    },
  },
  {
    state: 'talk-model',
    isRare: true,
    plays: [],
    reach: async ({ talk }) => {
      await talk.talk.getByTitle('Model', { exact: true }).click();
      await talk.page.getByRole('searchbox', { name: /PROVIDER:NAME/ }).waitFor();
    },
  },
];

test.describe.configure({ timeout: 240_000 });

for (const { state, plays, reach } of states.filter(({ isRare }) => isFull || !isRare))
  test(`${state}, in every width, theme and language`, async ({ talk, runner, provider }) => {
    provider.play(...plays);
    await talk.begin(MODEL);
    await reach({ talk, runner });
    await walk(talk.page, state);
  });

const drafted = {
  summary: 'It converts degrees Celsius to degrees Fahrenheit.',
  name: 'to_fahrenheit',
  files: [
    { path: 'execution.py', content: 'celsius = {celsius}\nprint(celsius * 9 / 5 + 32)\n' },
    { path: 'return.json', content: '{\n  "truncate": 200\n}\n' },
  ],
};

test('draft, in every width, theme and language', async ({ talk, workbench, provider }) => {
  const { page, library } = workbench;
  provider.play({ calls: [{ name: 'propose_files', arguments: drafted }], text: 'Here it is.' });
  await talk.list.waitFor();
  await library.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByRole('button', { name: 'Draft a tool with a model' }).click();
  const dialog = page.getByRole('dialog', { name: 'Draft a tool with a model' });
  await dialog.getByRole('textbox', { name: 'What should the tool do?' }).fill('Celsius');
  await dialog.getByRole('combobox', { name: 'Model' }).fill(MODEL);
  const send = dialog.getByRole('button', { name: /^Send/ });
  await expect(send).toBeEnabled();
  await walk(page, 'draft-asked');
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.keyboard.press('ControlOrMeta+Enter');
  await expect(page.getByRole('region', { name: 'execution.py' })).toBeVisible();
  await walk(page, 'draft');
});
