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
