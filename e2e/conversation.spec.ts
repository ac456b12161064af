import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { putTool } from './put-tool.ts';
import { expect, MODEL, putBash, serious, test } from './talk-fixtures.ts';

/** A bash tool that goes on until there is a file. */
const putWaiting = (workspace: string): void => {
  const folder = join(workspace, 'tools', 'waits');
  const definition = {
    ...{ id: 'waits', description: 'Waits for a file', policies: { execution: 'auto' } },
    parameters: { type: 'object', properties: {} },
  };
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'execution.sh'), 'until [ -e go ]; do sleep 0.05; done; echo over');
  writeFileSync(join(folder, 'definition.json'), `${JSON.stringify(definition, null, 2)}\n`);
};

test('a model does a task with an approval whose arguments the person changes', async ({
  talk,
  workbench,
  runner,
  provider,
}) => {
  const { page } = talk;
  putBash(runner.workspace);
  provider.play(
    {
      reasoning: 'It is to be written down.',
      text: 'I write it **down**.',
      calls: [{ name: 'note', arguments: { text: 'as the model wrote it' } }],
      usage: { input: 200, output: 30 },
    },
    { text: 'It is in `note.txt`.', usage: { input: 260, output: 12 } },
  );
  await talk.begin(MODEL);
  await talk.send('Write a note');
  await expect(page).toHaveURL(/#\/conversations\/./);
  await expect(talk.call('note')).toContainText('needs approval');
  const question = talk.turns.getByRole('alertdialog');
  await expect(question).toContainText('note.txt');
  // Nothing beside it gives way, as the preview of a tool does.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(talk.side.getByRole('button', { name: /^System/ })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  const row = talk.list.getByRole('button', { name: /^Write a note/ }).first();
  await expect(row).toContainText('mock-model · needs approval');
  // So does a page that has not opened it.
  await talk.list.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('heading', { name: 'New conversation', level: 1 })).toBeVisible();
  await page.reload();
  await expect(row).toContainText('mock-model · needs approval');
  await row.click();
  // Its key says no to the question, and nothing else.
  await expect(talk.talk.getByText('Esc', { exact: true })).toHaveCount(1);
  await talk.message.press('Escape');
  await expect(talk.message).toHaveAttribute('placeholder', /^Answer above/);
  await expect(question).toBeVisible();
  expect(await serious(page), 'waiting').toEqual([]);
  await question.getByRole('button', { name: 'Edit' }).click();
  await question
    .getByRole('textbox', { name: 'Arguments' })
    .fill('{"text": "as the person wants it"}');
  await question.getByRole('button', { name: /^Run once with these arguments/ }).click();
  // What the person wrote is judged anew, and asked for as it stands now.
  await expect(question).toContainText('# $text = "as the person wants it"');
  await question.getByRole('button', { name: /^Allow once/ }).click();
  await expect(talk.said('It is in note.txt.')).toBeVisible();
  const written = join(runner.workspace, 'files', 'note.txt');
  expect(existsSync(written) && readFileSync(written, 'utf8')).toBe('as the person wants it');

  await expect(talk.call('note')).toContainText('Done');
  await expect(row).not.toContainText('needs approval');
  // A run has one duration everywhere: what the person thought about is none of it.
  const took = workbench.ranBefore(0).locator('.time');
  await expect(talk.call('note').locator('.ms')).toHaveText(await took.innerText());
  await talk.call('note').click();
  await expect(talk.turns.getByTestId('result-model')).toHaveText('saved');
  await expect(talk.turns.getByTestId('result-person')).toContainText('saved');
  await expect(talk.turns).toContainText('You changed the arguments before the call ran');
  await expect(talk.side.getByTestId('totals')).toContainText('502');
  await expect(talk.side.getByTestId('totals')).toContainText('unknown');
  expect(await serious(page), 'done').toEqual([]);

  await talk.turns.getByRole('button', { name: 'Save as sample' }).click();
  await expect(page.getByText(/^Saved as sample/)).toBeVisible();
  const samples = join(runner.workspace, 'tools', 'note', 'samples.json');
  expect(readFileSync(samples, 'utf8')).toContain('as the person wants it');

  await talk.turns.getByRole('button', { name: 'Open as a run' }).click();
  await expect(page.getByTestId('result').getByTestId('result-model')).toContainText('saved');
  await expect(page).not.toHaveURL(/conversations/);
  await page.goBack();
  await expect(talk.said('It is in note.txt.')).toBeVisible();
});

test('an edited message begins a branch; both are kept, switched and compared', async ({
  talk,
  provider,
}) => {
  provider.play({ text: 'Six of them.' }, { text: 'Seven of them.' });
  await talk.begin(MODEL);
  await talk.send('How many in October?');
  await expect(talk.said('Six of them.')).toBeVisible();
  await talk.edit('How many in October?', 'How many in November?');
  await expect(talk.said('Seven of them.')).toBeVisible();
  await expect(talk.said('Six of them.')).toBeHidden();
  const fork = talk.turns.getByTestId('branch-switch');
  await expect(fork).toContainText('2/2');
  // They are known by their first words.
  const branches = talk.side.getByRole('region', { name: 'Branches' });
  await expect(branches).toContainText(/How many in November\?\s*· shown/);
  await expect(branches).toContainText(/How many in October\?\s*from turn 1/);
  await fork.getByRole('button', { name: 'Show the previous branch' }).click();
  await expect(talk.said('Six of them.')).toBeVisible();
  await fork.getByRole('button', { name: 'Compare branches' }).click();
  await expect(talk.compare).toContainText('Six of them.');
  await expect(talk.compare).toContainText('Seven of them.');
  expect(await serious(talk.page), 'compared').toEqual([]);
  await talk.compare.getByRole('button', { name: 'Continue with this one' }).last().click();
  await expect(talk.said('Seven of them.')).toBeVisible();
});

test('two models answer the same request side by side', async ({ talk, provider }) => {
  const answer = ({ body }: { body: string }) => {
    const { model } = JSON.parse(body) as { model: string };
    return { text: `I am ${model}.`, usage: { input: 200, output: model === 'other' ? 40 : 30 } };
  };
  provider.play(answer, answer);
  await talk.begin(MODEL);
  await talk.askBeside('local:other');
  await talk.send('Who are you?');
  await expect(talk.compare).toContainText('I am mock-model.');
  await expect(talk.compare).toContainText('I am other.');
  const column = (name: string) => talk.compare.getByRole('region', { name, exact: true });
  await expect(column(MODEL)).toContainText('0 calls · 230 tokens');
  await expect(column('local:other')).toContainText('0 calls · 240 tokens');
  const row = talk.list.getByRole('button', { name: /^Who are you/ });
  const take = { name: 'Continue with this one' };
  await column(MODEL).getByRole('button', take).click();
  await expect(row).toContainText('mock-model');
  await talk.talk.getByRole('button', { name: 'Compare branches' }).first().click();
  await column('local:other').getByRole('button', take).click();
  await expect(row).toContainText('other');
});

test('a fault says what to do, and the conversation goes on from there, after a reload, too', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  provider.play({ status: 401 }, { after: 300, says: { text: 'Half of it' } }, { text: 'Whole.' });
  await talk.begin(MODEL);
  await talk.send('Try');
  await expect(talk.stopped).toContainText(/key/i);
  // Nobody has answered: there is nothing that could be counted.
  for (const fact of ['Tokens', 'Cost', 'Time'])
    await expect(talk.side.getByTestId('totals')).toContainText(new RegExp(`${fact}\\s*—`));
  await talk.stopped.getByRole('button', { name: 'Model settings' }).click();
  await expect(page.getByRole('tab', { name: 'Models' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await talk.stopped.getByRole('button', { name: 'Retry' }).click();
  await expect(talk.stopped).toContainText('was cut off');
  await page.reload();
  await expect(talk.stopped).toContainText('was cut off');
  await talk.stopped.getByRole('button', { name: 'Retry' }).click();
  await expect(talk.said('Whole.')).toBeVisible();
  await expect(talk.stopped).toBeHidden();
});

test('the list says how the last turn ended and who was asked; a past turn says why it stopped', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  provider.play({ status: 401 }, { text: 'At last.' });
  await talk.begin(MODEL);
  await talk.send('Have a try');
  const row = talk.list.getByRole('button', { name: /^Have a try/ });
  await expect(row).toContainText('mock-model · failed');
  expect(await serious(page), 'failed').toEqual([]);
  await talk.send('And now?');
  await expect(talk.said('At last.')).toBeVisible();
  await expect(talk.said('Have a try').getByTestId('past-stop')).toContainText(/key/i);
  await expect(talk.turns.getByTestId('past-stop')).toHaveCount(1);
  await expect(row).toContainText('mock-model');
  await expect(row).not.toContainText('failed');
  await page.reload();
  await expect(talk.turns.getByTestId('past-stop')).toContainText(/key/i);
  await talk.list.getByRole('button', { name: 'New conversation' }).click();
  await expect(page.getByRole('heading', { name: 'New conversation', level: 1 })).toBeVisible();
  await talk.send('Be the model');
  await expect(talk.list.getByRole('button', { name: /^Be the model/ })).toContainText('your turn');
});

test('how much a model is to think is set, sent, and left to the provider again', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  provider.play({ text: 'Thought over.' }, { text: 'Off the cuff.' });
  await talk.begin(MODEL);
  const effort = page.getByRole('combobox', { name: 'Reasoning effort' });
  const set = async (label: string): Promise<void> => {
    await talk.talk.getByRole('button', { name: 'System prompt, limits and mocks' }).click();
    await effort.selectOption({ label });
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  };
  await set('High');
  await talk.send('Think');
  await expect(talk.said('Thought over.')).toBeVisible();
  await set("The provider's default");
  await talk.send('Do not');
  await expect(talk.said('Off the cuff.')).toBeVisible();
  const efforts = provider
    .bodies<{ reasoning_effort?: string }>()
    .map((body) => body.reasoning_effort);
  expect(efforts).toEqual(['high', undefined]);
});

test('a turn that is left goes on: a page that is reloaded in the middle hears its end', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  putWaiting(runner.workspace);
  provider.play(
    { text: 'Slowly.', calls: [{ name: 'waits', arguments: {} }] },
    { text: 'It is over.' },
  );
  await talk.begin(MODEL);
  await talk.send('Wait for it');
  await expect(talk.call('waits')).toContainText('running');
  await page.reload();
  await expect(talk.said('Slowly.')).toBeVisible();
  await expect(talk.call('waits')).toContainText('running');
  await expect(talk.talk.getByRole('button', { name: 'Stop' })).toBeVisible();
  writeFileSync(join(runner.workspace, 'files', 'go'), '');
  await expect(talk.said('It is over.')).toBeVisible();
  await expect(talk.said('Slowly.')).toHaveCount(1);
  await expect(talk.call('waits')).toContainText('Done');
  await expect(talk.stopped).toBeHidden();
  rmSync(join(runner.workspace, 'files', 'go'));
});

test('it is stopped by Escape, and after a reload by its button; what came stays', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  const hangs = { silent: true, after: 600, says: { text: 'A beginning that is heard. And more' } };
  provider.play(hangs, hangs, { text: 'The end.' });
  await talk.begin(MODEL);
  await talk.send('Tell');
  // Before it is heard the provider may not have been asked, and would give the next turn what is meant for this one.
  const inProgress = talk.talk.getByRole('article', { name: 'Answer in progress' });
  await expect(inProgress).toContainText('A beginning');
  await page.keyboard.press('Escape');
  await expect(talk.stopped).toContainText('Stopped');
  await talk.stopped.getByRole('button', { name: 'Continue' }).click();
  await expect(inProgress).toContainText('A beginning');
  await page.reload();
  await expect(inProgress).toContainText('A beginning');
  await talk.talk.getByRole('button', { name: 'Stop' }).click();
  await expect(talk.stopped).toContainText('Stopped');
  await talk.stopped.getByRole('button', { name: 'Continue' }).click();
  await expect(talk.said('The end.')).toBeVisible();
});

test('it is renamed, found, exported, deleted and brought back', async ({ talk, provider }) => {
  const { page } = talk;
  provider.play({ text: 'A **kept** answer.' });
  await talk.begin(MODEL);
  await talk.send('A question that is kept');
  await expect(talk.said('A kept answer.')).toBeVisible();
  await talk.act('Rename');
  await talk.talk.getByRole('textbox', { name: 'Rename' }).fill('Zebra');
  await page.keyboard.press('Enter');
  await expect(talk.list.getByRole('button', { name: /^Zebra/ })).toBeVisible();
  await talk.list.getByRole('button', { name: 'Search conversations' }).click();
  await talk.list.getByRole('searchbox').fill('zebra');
  await expect(talk.list.locator('button.open')).toHaveCount(1);

  const exported = async (entry: string): Promise<string> => {
    const download = page.waitForEvent('download');
    await talk.act(entry);
    const file = await download;
    expect(file.suggestedFilename()).toMatch(/^Zebra\.(md|json)$/);
    return readFileSync(await file.path(), 'utf8');
  };
  expect(await exported('Export as Markdown')).toContain('A **kept** answer.');
  expect(JSON.parse(await exported('Export as JSON'))).toMatchObject({ title: 'Zebra' });

  await talk.act('Delete');
  await expect(talk.list.getByText('No conversation matches')).toBeVisible();
  await expect(page).not.toHaveURL(/conversations/);
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(talk.said('A kept answer.')).toBeVisible();
});

test('a recording is played after its tool changed: the stale step is marked', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  const tool = (code: string) => putTool(runner, { id: 'stamp', code });
  tool('print("first")');
  provider.play({ calls: [{ name: 'stamp', arguments: {} }] }, { text: 'Stamped.' });
  await talk.begin(MODEL);
  await talk.send('Stamp it');
  await expect(talk.said('Stamped.')).toBeVisible();
  await talk.call('stamp').click();
  await expect(talk.turns.getByTestId('result-model')).toContainText('first');

  tool('print("second")');
  const play = async (side: string): Promise<void> => {
    await talk.replay(side);
    await expect(talk.talk.getByRole('heading', { level: 1 })).toContainText('(replay)');
    await expect(talk.said('Stamped.')).toBeVisible();
    await talk.call('stamp').click();
  };
  await play('The model');
  await expect(talk.turns.getByTestId('result-model')).toContainText('second');
  await expect(talk.talk).toContainText('Model replayed, tools live');
  await page.goBack();
  await play('Both');
  await expect(talk.turns.getByTestId('result-model')).toContainText('first');
  await expect(talk.call('stamp')).toContainText('replayed, stale');
  await expect(talk.talk).toContainText('Model replayed, tools replayed');
  expect(provider.bodies()).toHaveLength(2);
});

test('of a replay only what is stale is asked again, and each step says which it is', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  const tool = (code: string) => putTool(runner, { id: 'dated', code });
  tool('print("first")');
  provider.play(
    { text: 'I look.', calls: [{ name: 'dated', arguments: {} }] },
    { text: 'It is the first.' },
  );
  await talk.begin(MODEL);
  await talk.send('Which is it?');
  await expect(talk.said('It is the first.')).toBeVisible();

  tool('print("second")');
  provider.play({ text: 'It is the second.' });
  await talk.act('Replay');
  await page.getByRole('radio', { name: /^The model/ }).check();
  await page.getByRole('checkbox', { name: /^Redo stale steps/ }).check();
  await page.getByRole('button', { name: 'Replay', exact: true }).click();
  await expect(talk.said('It is the second.')).toBeVisible();
  await expect(talk.said('It is the first.')).toHaveCount(0);
  // What rests on the changed code is marked; what rests on its result was asked again, and nothing else.
  await expect(talk.said('I look.')).toContainText('replayed');
  await expect(talk.said('I look.')).toContainText(
    'The code of dated has changed since this was recorded',
  );
  await expect(talk.said('It is the second.')).not.toContainText('replayed');
  await expect(talk.talk).toContainText('1 stale step');
  expect(provider.bodies()).toHaveLength(1);
  // The person can take the word at the stale step.
  await talk.turns.getByRole('button', { name: 'Answer it yourself' }).click();
  const answer = page.getByTestId('answer');
  await answer.getByRole('tab', { name: 'Text' }).click();
  await answer.getByRole('textbox', { name: 'Text of the answer' }).fill('I know: the third.');
  await answer.press('ControlOrMeta+Enter');
  await expect(talk.said('I know: the third.')).toBeVisible();
});

test('the tools of a conversation are chosen, and what they cost is said', async ({
  talk,
  workbench,
  provider,
}) => {
  const { page } = talk;
  await workbench.openTool('calc');
  await workbench.act('calc', 'Try with a model');
  await talk.choose(MODEL);
  const tools = talk.talk.getByRole('button', { name: /^1 tool/ });
  await expect(tools).toContainText('tokens');
  await tools.click();
  const dialog = page.getByRole('dialog', { name: 'Tools offered to the model' });
  await dialog.getByRole('searchbox').fill('date_diff');
  await dialog.getByRole('checkbox', { name: /^date_diff/ }).check();
  await expect(dialog).toContainText('2 tools');
  expect(await serious(page), 'tools').toEqual([]);
  // All, those of the open tool's group, none, the open one: each says how many that is.
  for (const which of [/^All (\d+)$/, /^All (\d+) of custom$/]) {
    const all = dialog.getByRole('button', { name: which });
    const [, count] = which.exec(await all.innerText()) ?? [];
    await all.click();
    await expect(dialog.locator('.sum')).toContainText(`${count} tools`);
  }
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await expect(dialog.locator('.sum')).toContainText('0 tools');
  await dialog.getByRole('button', { name: 'Only calc' }).click();
  await expect(dialog.locator('.sum')).toContainText('1 tool ');
  await dialog.getByRole('checkbox', { name: /^date_diff/ }).check();
  await expect(dialog.locator('.sum')).toContainText('2 tools');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  provider.play({ text: 'Two tools.' });
  await talk.send('What have you?');
  await expect(talk.said('Two tools.')).toBeVisible();
  const [request] = provider.bodies<{ tools: { function: { name: string } }[] }>();
  expect(request?.tools.map((tool) => tool.function.name).sort()).toEqual(['calc', 'date_diff']);
});

test('P13 a message is sent after what was changed before it, and changes one after the other', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  provider.play({ text: 'One tool.' });
  await talk.begin(MODEL);
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  let asked = 0;
  await page.route('**/api/conversations/*', async (route) => {
    if (route.request().method() === 'PATCH' && (asked += 1) === 1) await held;
    await route.continue();
  });
  await talk.talk.getByRole('button', { name: /^\d+ tools/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Tools offered to the model' });
  await dialog.getByRole('button', { name: /^All \d+$/ }).click();
  await dialog.getByRole('button', { name: 'None', exact: true }).click();
  await dialog.getByRole('checkbox', { name: /^date_diff/ }).check();
  await expect(dialog.locator('.sum')).toContainText('1 tool ');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await talk.send('What have you?');
  expect([asked, provider.bodies().length]).toEqual([1, 0]);
  release();
  await expect(talk.said('One tool.')).toBeVisible();
  expect(asked).toBe(3);
  const [request] = provider.bodies<{ tools: { function: { name: string } }[] }>();
  expect(request?.tools.map((tool) => tool.function.name)).toEqual(['date_diff']);
});

test('on a phone the panes are tabs', async ({ talk, workbench, provider }) => {
  const { page } = talk;
  provider.play({ text: 'Short.' });
  await talk.begin(MODEL);
  await talk.send('Be short');
  await expect(talk.said('Short.')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await serious(page), 'talk').toEqual([]);
  await workbench.pane('Sent');
  await expect(talk.side).toBeVisible();
  await workbench.pane('Library');
  await expect(talk.list).toBeVisible();
  expect(await serious(page), 'library').toEqual([]);
  await workbench.pane('Conversation');
  await expect(talk.message).toBeVisible();
});
