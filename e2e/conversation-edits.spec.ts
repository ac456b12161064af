import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Answering } from './pages/answering.ts';
import { putTool } from './put-tool.ts';
import { expect, MODEL, putBash, serious, test } from './talk-fixtures.ts';

interface Sent {
  messages: { role: string; content: string }[];
}

test('mocks answer by sample, by rule and as last time; a tool without one is refused', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  const names = ['by_sample', 'by_rule', 'by_last', 'by_none'];
  const sample = { name: 'one', arguments: { n: 1 }, expect: { llmContent: 'from the sample' } };
  for (const id of names)
    putTool(runner, {
      ...{ id, code: 'print("it ran")', properties: { n: { type: 'integer' } } },
      files: id === 'by_sample' ? { 'samples.json': JSON.stringify([sample]) } : {},
    });
  const call = (name: string) => ({ name, arguments: { n: 1 } });
  provider.play(
    { calls: [call('by_last')] },
    { text: 'It ran once.' },
    { calls: names.map(call) },
    { text: 'All have answered.' },
  );
  await talk.begin(MODEL);
  await talk.send('Run the last one');
  await expect(talk.said('It ran once.')).toBeVisible();

  await talk.talk.getByRole('button', { name: 'System prompt, limits and mocks' }).click();
  const setup = page.getByRole('dialog', { name: 'System prompt, limits and mocks' });
  for (const id of names.slice(0, 3)) {
    await setup.getByRole('combobox', { name: 'Tool to mock' }).selectOption(id);
    await setup.getByRole('button', { name: 'Add a mock' }).click();
  }
  await setup.getByRole('combobox', { name: 'Mock of by_sample' }).selectOption('sample');
  await setup.getByRole('combobox', { name: 'Mock of by_rule' }).selectOption('rule');
  const rules = setup.getByRole('textbox', { name: 'Rules as JSON' });
  await rules.fill(
    '[{"when": {"n": 2}, "llmContent": "no"}, {"when": {"n": 1}, "llmContent": "from the rule"}]',
  );
  await rules.blur();
  await setup.getByRole('checkbox', { name: 'Refuse tools without a mock' }).check();
  expect(await serious(page), 'mocks').toEqual([]);
  await setup.getByRole('button', { name: 'Close' }).last().click();
  await talk.send('Run all of them');
  await expect(talk.said('All have answered.')).toBeVisible();
  await expect(talk.call('by_sample')).toContainText('answered by a sample');
  await expect(talk.call('by_rule')).toContainText('answered by a rule');
  await expect(talk.call('by_last')).toContainText('answered with the last result');
  await expect(talk.call('by_none')).toContainText('refused');
  const results = provider
    .bodies<Sent>()
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool')
    .map(({ content }) => content);
  expect(results.slice(-4)).toEqual([
    expect.stringContaining('from the sample'),
    expect.stringContaining('from the rule'),
    expect.stringContaining('it ran'),
    expect.stringContaining('has no mock'),
  ]);
});

test('of several calls in one answer one is approved, one denied, one changed', async ({
  talk,
  runner,
  provider,
}) => {
  putBash(runner.workspace);
  const call = (text: string) => ({ name: 'note', arguments: { text } });
  provider.play({ calls: ['one', 'two', 'three'].map(call) }, { text: 'Two of three.' });
  await talk.begin(MODEL);
  await talk.send('Write three notes');
  const question = (at: number) =>
    talk.turns.getByTestId('turn-call').nth(at).getByRole('alertdialog');
  await question(0)
    .getByRole('button', { name: /^Allow once/ })
    .click();
  await question(1).getByRole('button', { name: /^Deny/ }).first().click();
  await question(2).getByRole('button', { name: 'Edit' }).click();
  await question(2).getByRole('textbox', { name: 'Arguments' }).fill('{"text": "changed"}');
  await question(2)
    .getByRole('button', { name: /^Run once with these arguments/ })
    .click();
  await expect(question(2)).toContainText('# $text = "changed"');
  await question(2)
    .getByRole('button', { name: /^Allow once/ })
    .click();
  await expect(talk.said('Two of three.')).toBeVisible();
  const rows = talk.turns.getByTestId('turn-call');
  await expect(rows.nth(0)).toContainText('Done');
  await expect(rows.nth(1)).toContainText('Denied');
  await expect(rows.nth(2)).toContainText('Done');
  expect(readFileSync(join(runner.workspace, 'files', 'note.txt'), 'utf8')).toBe('changed');
  const results = provider
    .bodies<Sent>()
    .at(-1)!
    .messages.filter(({ role }) => role === 'tool');
  expect(results.map(({ content }) => content)).toEqual([
    expect.stringContaining('saved'),
    expect.stringContaining('rejected by user'),
    expect.stringContaining('saved'),
  ]);
});

test('the model goes on with a result that the person edited; both branches are kept', async ({
  talk,
  runner,
  provider,
}) => {
  putTool(runner, { id: 'stamp', code: 'print("as it ran")' });
  provider.play(
    { calls: [{ name: 'stamp', arguments: {} }] },
    { text: 'It says: as it ran.' },
    { text: 'It says: as edited.' },
  );
  await talk.begin(MODEL);
  await talk.send('Stamp it');
  await expect(talk.said('It says: as it ran.')).toBeVisible();
  await talk.call('stamp').click();
  await talk.turns.getByRole('button', { name: 'Edit what the model sees' }).click();
  const field = talk.turns.getByRole('textbox', { name: 'Edit what the model sees' });
  await field.fill('as the person wrote it');
  await field.press('ControlOrMeta+Enter');
  await expect(talk.said('It says: as edited.')).toBeVisible();
  await expect(talk.call('stamp')).toContainText('edited by you');
  expect(provider.bodies<Sent>().at(-1)?.messages.at(-1)?.content).toBe('as the person wrote it');
  const fork = talk.turns.getByTestId('branch-switch');
  await expect(fork).toContainText('2/2');
  await fork.getByRole('button', { name: 'Show the previous branch' }).click();
  await expect(talk.said('It says: as it ran.')).toBeVisible();
});

test('an earlier answer is edited; both branches are kept and compared', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  provider.play({ text: 'Blue.' }, { text: 'It was blue.' }, { text: 'It was red.' });
  await talk.begin(MODEL);
  await talk.send('A colour?');
  await expect(talk.said('Blue.')).toBeVisible();
  await talk.send('Which was it?');
  await expect(talk.said('It was blue.')).toBeVisible();
  const entry = talk.said('Blue.').first();
  await entry.hover();
  await entry.getByRole('button', { name: 'Edit the answer' }).click();
  const field = talk.turns.getByRole('textbox', { name: 'Edit the answer' });
  await field.fill('Red.');
  await field.press('ControlOrMeta+Enter');
  await expect(talk.said('Red.')).toBeVisible();
  await expect(talk.said('It was blue.')).toBeHidden();
  await talk.send('Which was it?');
  await expect(talk.said('It was red.')).toBeVisible();
  expect(
    provider
      .bodies<Sent>()
      .at(-1)
      ?.messages.map(({ content }) => content),
  ).toContain('Red.');
  await talk.turns
    .getByTestId('branch-switch')
    .getByRole('button', { name: 'Compare branches' })
    .click();
  await expect(talk.compare).toContainText('It was blue.');
  await expect(talk.compare).toContainText('It was red.');
  await expect(page.getByTestId('differences')).toContainText('No calls, different texts');
  expect(await serious(page), 'compared').toEqual([]);
});

test('a model answers what the person answered, and what differs is shown', async ({
  talk,
  provider,
}) => {
  const { page } = talk;
  const person = new Answering(page);
  await page.getByTestId('library').getByText('calc', { exact: true }).waitFor();
  await person.begin('What is 12 times 8?');
  await person.pick('calc');
  await person.type('a', '12');
  await person.choose('op', '*');
  await person.type('b', '9');
  await person.send();
  await expect(person.results).toHaveText([/108/]);
  await person.asTurns();
  await test.step('what can be done with a message covers no name', async () => {
    for (const entry of [talk.said('What is 12 times 8?'), talk.said('"b":9')]) {
      await entry.first().hover();
      await entry.first().locator('.who b').click({ trial: true });
    }
  });

  provider.play(
    { calls: [{ name: 'calc', arguments: { a: 12, op: '*', b: 8 } }] },
    { text: 'It is 96.' },
  );
  await talk.turns.getByRole('button', { name: 'Ask a model the same' }).click();
  await page.getByRole('searchbox', { name: /PROVIDER:NAME/ }).fill(MODEL);
  await page.keyboard.press('Enter');
  await expect(talk.compare).toContainText('It is 96.');
  const differences = page.getByTestId('differences');
  await expect(differences).toContainText('The calls differ');
  await expect(differences.getByRole('row')).toHaveText([/Argument/, /b\s*9\s*8/]);
  await expect(talk.compare.getByRole('region', { name: 'You, the model' })).toContainText('calc');
  expect(await serious(page), 'compared').toEqual([]);
  // The model was sent what the person had before them, and nothing of their answer.
  const [request] = provider.bodies<Sent>();
  expect(request?.messages.map(({ role }) => role).filter((role) => role !== 'system')).toEqual([
    'user',
  ]);
  // The person's branch is the one that goes on.
  await talk.talk.getByRole('button', { name: 'End the comparison' }).click();
  await expect(talk.turns.getByTestId('branch-switch')).toContainText('1/2');
  await expect(talk.turns.getByRole('button', { name: 'Ask a model the same' })).toBeHidden();
});
