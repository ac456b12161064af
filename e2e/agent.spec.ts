import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { en as pageEn } from '../web/i18n/texts/en.ts';
import { zh as pageZh } from '../web/i18n/texts/zh.ts';
import { en as formEn } from '../web/panes/editor/agent/texts-en.ts';
import { zh as formZh } from '../web/panes/editor/agent/texts-zh.ts';
import { expect, MODEL, serious, test } from './talk-fixtures.ts';

interface Sent {
  tools?: { function: { name: string } }[];
  messages: { role: string; content: string }[];
}

/** What the page calls the parts of the form, by the catalogs that it takes its words from. */
const words = { en: { ...pageEn, ...formEn }, zh: { ...pageZh, ...formZh } };

// A model, an agent and a form of many fields: on a busy machine that is more than the usual time.
test.describe.configure({ timeout: 240_000 });

for (const language of ['en', 'zh'] as const)
  test(`an agent is made from New, filled by the form and called by a conversation: ${language}`, async ({
    talk,
    workbench,
    runner,
    provider,
  }) => {
    const { page } = talk;
    const say = (key: keyof typeof words.en): string => String(words[language][key]);
    const id = `scout_${language}`;
    await workbench.speak(language);
    await page
      .getByTestId('library')
      .getByRole('button', { name: say('library.new'), exact: true })
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox').first().fill(id);
    await dialog.getByRole('radiogroup').first().getByRole('radio').last().click();
    await dialog.locator('button[type=submit]').click();
    await workbench.editor.pane
      .getByRole('radio', { name: say('editor.form'), exact: true })
      .click();

    const form = page.getByTestId('agent-form');
    await expect(form.getByRole('textbox', { name: say('form.name'), exact: true })).toHaveValue(
      id,
    );
    await form
      .getByRole('textbox', { name: say('form.description') })
      .fill('Counts what is in files');
    await form.getByRole('textbox', { name: say('system') }).fill('Count twice.');
    const model = form.getByRole('combobox', { name: say('model'), exact: true });
    // Those that the providers name are there to be taken.
    await expect(form.locator(`datalist option[value="${MODEL}"]`)).toHaveCount(1);
    await model.fill('mock-model');
    await model.blur();
    await expect(model).toHaveAttribute('aria-invalid', 'true');
    await model.fill(MODEL);
    await model.blur();
    await expect(model).toHaveAttribute('aria-invalid', 'false');
    await form.getByRole('searchbox', { name: say('tools.find') }).fill('gre');
    await form.getByRole('checkbox', { name: /^Grep/ }).uncheck();
    await form.getByRole('searchbox', { name: say('tools.find') }).fill('');
    await form.getByRole('textbox', { name: say('limits.maxToolCalls') }).fill('3');
    const seconds = form.getByRole('textbox', { name: say('limits.timeoutMs') });
    await seconds.fill('0.5');
    await seconds.blur();
    await expect(form.getByRole('alert')).toHaveText(say('limits.timeoutMs.wrong'));
    await seconds.fill('90');
    await seconds.blur();
    await expect(form.getByRole('alert')).toBeHidden();
    const schema = form.getByRole('textbox', { name: say('output') });
    await schema.fill('{"type": }');
    await schema.blur();
    await expect(form.getByRole('alert')).toContainText(/1.*10/);
    const output = {
      type: 'object',
      properties: { count: { type: 'integer' } },
      required: ['count'],
    };
    await schema.fill(JSON.stringify(output));
    await schema.blur();
    await expect(form.getByRole('list', { name: say('output.preview') })).toContainText(
      new RegExp(`count.*${say('output.required')}.*integer`),
    );
    expect(await serious(page), 'the form').toEqual([]);
    await page.keyboard.press('ControlOrMeta+S');
    const file = join(runner.workspace, 'tools', id, 'agent.json');
    await expect
      .poll(() => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined))
      .toEqual({
        ...{ name: id, description: 'Counts what is in files', system: 'Count twice.' },
        ...{ tools: ['Read', 'Glob'], mode: 'plan', model: MODEL, output },
        limits: { maxToolCalls: 3, timeoutMs: 90_000 },
      });

    await workbench.speak('en');
    provider.play(
      { calls: [{ name: id, arguments: { task: 'Count the files' } }] },
      { text: '{"count": 7}' },
      { text: 'There are 7 files.' },
    );
    await talk.begin(MODEL);
    await talk.send('How many files?');
    await expect(talk.said('There are 7 files.')).toBeVisible();
    const [, asked] = provider.bodies<Sent>();
    expect(asked?.tools?.map((tool) => tool.function.name).sort()).toEqual(['Glob', 'Read']);
    const told = JSON.stringify(asked?.messages);
    for (const part of ['Count twice.', 'Count the files', 'Plan mode is on', '\\"count\\"'])
      expect(told).toContain(part);
    const answered = provider.bodies<Sent>().at(-1)?.messages.at(-1);
    expect(answered).toMatchObject({ role: 'tool' });
    expect(answered?.content).toContain('"count": 7');
  });

test('the form keeps what it does not know, and names tools that are not there', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const text = `{
  "tags": ["a",   "b"], "x-team": {"of": 1.50},
  "tools": ["Gone", "Read"],
  "name": "keeper", "description": "Keeps"
}
`;
  const folder = join(runner.workspace, 'tools', 'keeper');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'agent.json'), text);
  await workbench.openTool('keeper');
  // Undo is the text's own: it begins with the editor.
  await workbench.editor.show('agent.json');
  await workbench.editor.pane.getByRole('radio', { name: 'Form', exact: true }).click();
  const form = page.getByTestId('agent-form');
  await expect(form).toContainText('Kept as is; edit in the text view: tags, x-team');
  await expect(form).toContainText('Not turned on');
  await form.getByRole('button', { name: 'Remove Gone' }).click();
  await expect(form.getByText('Gone', { exact: true })).toBeHidden();
  await page.keyboard.press('ControlOrMeta+Z');
  await expect(form.getByText('Gone', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+Shift+Z');
  await expect(form.getByText('Gone', { exact: true })).toBeHidden();
  await form.getByRole('checkbox', { name: /^Glob/ }).check();
  await page.keyboard.press('ControlOrMeta+S');
  await expect
    .poll(() => readFileSync(join(folder, 'agent.json'), 'utf8'))
    .toBe(text.replace('["Gone", "Read"]', '["Read", "Glob"]'));
});
