import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, MODEL, putBash, serious, test } from './talk-fixtures.ts';

interface Sent {
  tools?: { function: { name: string } }[];
  messages: { role: string; content: string }[];
}

test('a plan is edited and approved: plan mode ends, and its calls still ask', async ({
  talk,
  runner,
  provider,
}) => {
  const { page } = talk;
  putBash(runner.workspace);
  const written = join(runner.workspace, 'files', 'note.txt');
  rmSync(written, { force: true });
  provider.play(
    { text: '1. Write a **note**.' },
    { calls: [{ name: 'note', arguments: { text: 'as planned' } }] },
    { text: 'The note is written.' },
  );
  await talk.begin(MODEL);
  const mode = talk.talk.getByRole('switch', { name: 'Plan first' });
  // What new conversations begin with says nothing of this one.
  await expect(page.getByRole('switch')).toHaveCount(1);
  await mode.click();
  await talk.send('Write a note');
  const plan = talk.turns.getByTestId('plan');
  await expect(plan.getByRole('button', { name: 'Approve and run' })).toBeVisible();
  await expect(plan).toContainText('Calls that need approval still ask');
  const row = talk.list.getByRole('button', { name: /^Write a note/ });
  await expect(row).toContainText('mock-model · plan to approve');
  expect(await serious(page), 'a plan').toEqual([]);
  const offered = (at: number) =>
    provider.bodies<Sent>()[at]?.tools?.map((tool) => tool.function.name);
  expect(offered(0)).toContain('Read');
  expect(offered(0)).not.toContain('note');
  expect(provider.bodies<Sent>()[0]?.messages[0]?.content).toContain('Plan mode is on');

  await talk.message.fill('Something else that I was writing');
  await plan.getByRole('button', { name: 'Edit' }).click();
  await plan.getByRole('textbox', { name: 'Edit the plan' }).fill('1. Write a short note.');
  await page.reload();
  // What was typed into it, and beside it, is there.
  await expect(plan.getByRole('textbox', { name: 'Edit the plan' })).toHaveValue(
    '1. Write a short note.',
  );
  await expect(talk.message).toHaveValue('Something else that I was writing');
  expect(await serious(page), 'an edited plan').toEqual([]);
  await plan.getByRole('button', { name: 'Approve and run' }).click();
  await expect(talk.said('1. Write a short note.')).toBeVisible();
  await expect(plan).toBeHidden();
  await expect(mode).not.toBeChecked();
  // Nothing was approved but the plan.
  await expect(talk.call('note')).toContainText('needs approval');
  await expect(row).toContainText('mock-model · needs approval');
  expect(existsSync(written)).toBe(false);
  expect(offered(1)).toContain('note');
  const { messages } = provider.bodies<Sent>()[1]!;
  expect(messages.at(-1)).toMatchObject({ role: 'user' });
  expect(messages.at(-1)?.content).toContain('1. Write a short note.');
  expect(JSON.stringify(messages)).not.toContain('Plan mode is on');
  await talk.turns.getByRole('button', { name: /^Allow once/ }).click();
  await expect(talk.said('The note is written.')).toBeVisible();
  expect(readFileSync(written, 'utf8')).toBe('as planned');
  await expect(talk.message).toHaveValue('Something else that I was writing');
});

test('a plan that is discarded runs nothing, and plan mode stays on', async ({
  talk,
  workbench,
  provider,
  browser,
  session,
}) => {
  provider.play({ text: 'First plan.' }, { text: 'Second plan.' });
  await talk.begin(MODEL);
  const mode = talk.talk.getByRole('switch', { name: 'Plan first' });
  await mode.click();
  await talk.send('Plan it');
  const plan = talk.turns.getByTestId('plan');
  const kept = talk.page.waitForResponse((answer) => answer.request().method() === 'PATCH');
  await plan.getByRole('button', { name: 'Discard' }).click();
  await expect(plan).toBeHidden();
  await expect(talk.message).toBeFocused();
  expect((await kept).ok()).toBe(true);
  // The conversation knows it, so that another browser does.
  const other = await (await browser.newContext({ storageState: session })).newPage();
  await other.goto(talk.page.url());
  await expect(other.getByRole('article').filter({ hasText: 'First plan.' })).toBeVisible();
  await expect(other.getByTestId('plan')).toBeHidden();
  await other.context().close();
  await talk.page.reload();
  await expect(talk.said('First plan.')).toBeVisible();
  await expect(plan).toBeHidden();
  await expect(mode).toBeChecked();
  expect(provider.bodies()).toHaveLength(1);
  await talk.send('Plan it in another way');
  await expect(talk.said('Second plan.')).toBeVisible();
  await expect(plan).toBeVisible();
  // The list says so in a page that has not opened it, too.
  await workbench.openTool('calc');
  await talk.page.reload();
  await expect(talk.list.getByRole('button', { name: /^Plan it/ })).toContainText(
    'plan to approve',
  );
});
