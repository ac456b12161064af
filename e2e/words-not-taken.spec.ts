import { holding } from './hold.ts';
import { Answering } from './pages/answering.ts';
import { putTool } from './put-tool.ts';
import { expect, MODEL, test } from './talk-fixtures.ts';

test('what a person answers in the model’s place stays until the runner has it, in the other view, too', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  const model = new Answering(page);
  await model.begin('Say something');
  await model.say('A long answer');
  const text = model.answer.getByRole('textbox', { name: 'Text of the answer' });

  await page.route('**/turns', (route) => route.abort());
  const asked = page.waitForRequest('**/turns');
  await model.send();
  await asked;
  await expect(text).toHaveValue('A long answer');
  await model.asTurns();
  await page.getByTestId('talk').getByRole('radio', { name: 'As the model', exact: true }).click();
  await expect(text).toHaveValue('A long answer');

  await page.unroute('**/turns');
  await text.press('ControlOrMeta+Enter');
  await expect(page.getByTestId('turns')).toContainText('A long answer');
});

test('a changed message, answer and result stay in their fields until the runner has them', async ({
  talk,
  runner,
  provider,
}) => {
  const { page, turns } = talk;
  putTool(runner, { id: 'stamp', code: 'print("as it ran")' });
  provider.play({ calls: [{ name: 'stamp', arguments: {} }] }, { text: 'It says so.' });
  await talk.begin(MODEL);
  await talk.send('Stamp it');
  await expect(talk.said('It says so.')).toBeVisible();

  const refused = { error: { code: 'x', message: 'Not now' } };
  await page.route('**/turns', (route) => route.fulfill({ status: 409, json: refused }));
  for (const [name, said] of [
    ['Edit the message', 'Stamp it'],
    ['Edit the answer', 'It says so.'],
    ['Edit what the model sees', undefined],
  ] as const) {
    // What is drawn anew is folded.
    if (said === undefined) await talk.call('stamp').click();
    else await talk.said(said).first().hover();
    await turns.getByRole('button', { name }).last().click();
    const field = turns.getByRole('textbox', { name });
    await field.fill(`Changed: ${name}`);
    await field.press('ControlOrMeta+Enter');
    await expect(talk.stopped).toContainText('Not now');
    await expect(field).toHaveValue(`Changed: ${name}`);
    await expect(talk.message).toHaveValue('');
    await turns.getByRole('button', { name: /^Cancel/ }).click();
    await expect(field).toBeHidden();
  }
});

test('a message that is on its way when the page goes is there again, and stands in one place once the runner has it', async ({
  talk,
  provider,
}) => {
  const { page, turns, message } = talk;
  provider.play({ text: 'First answer' }, { text: 'Second answer' });
  await talk.begin(MODEL);
  await talk.send('Taken');
  await expect(talk.said('First answer')).toBeVisible();

  await test.step('the runner never gets it', async () => {
    await page.route('**/turns', () => undefined);
    const asked = page.waitForRequest('**/turns');
    await talk.send('On its way');
    await asked;
    await page.reload();
    await expect(message).toHaveValue('On its way');
  });
  await test.step('the runner gets it, and cannot tell the page', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    const written = holding<void>();
    await page.route('**/turns', async (route) => {
      await route.fetch();
      written.resolve();
    });
    await message.press('Enter');
    await written.promise;
    await page.reload();
    await expect(talk.said('Second answer')).toBeVisible();
    await expect(talk.said('On its way')).toHaveCount(1);
    await expect(message).toHaveValue('');
  });
  await test.step('a changed message is in its field again', async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await page.route('**/turns', () => undefined);
    const asked = page.waitForRequest('**/turns');
    await talk.edit('Taken', 'Changed');
    await asked;
    await page.reload();
    const field = turns.getByRole('textbox', { name: 'Edit the message' });
    await expect(field).toHaveValue('Changed');
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    provider.play({ text: 'Third answer' });
    await field.press('ControlOrMeta+Enter');
    await expect(talk.said('Third answer')).toBeVisible();
    await page.reload();
    await expect(talk.said('Changed')).toBeVisible();
    await expect(field).toBeHidden();
  });
});
