import type { Locator, Page, Response } from '@playwright/test';
import { FakeProvider } from '../runner/conversations/fixtures/provider.ts';
import { expect, test } from './fixtures.ts';
import { Answering } from './pages/answering.ts';
import { putTool } from './put-tool.ts';
import { serious } from './serious.ts';

/** The body of every answer of the runner, as it arrived. */
const bodiesOf = (page: Page): { all(): Promise<string> } => {
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  const read = (response: Response) =>
    // A stream that is still open has no body yet; nothing of the settings is told on one.
    response.headers()['content-type']?.startsWith('text/event-stream')
      ? ''
      : response.text().catch(() => '');
  return {
    all: async () => {
      const told = responses.filter((response) =>
        new URL(response.url()).pathname.startsWith('/api/'),
      );
      return (await Promise.all(told.map(read))).join('\n');
    },
  };
};
const settingsOf = async (page: Page): Promise<Locator> => {
  await page.keyboard.press('ControlOrMeta+,');
  const dialog = page.getByRole('dialog', { name: 'Settings' });
  await dialog.getByRole('tab', { name: 'Models' }).click();
  return dialog;
};
test('A3.16 without a key, a person does a task of two calls in the model’s place', async ({
  workbench,
}) => {
  const { page } = workbench;
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  const model = new Answering(page);
  await workbench.tool('calc').waitFor();

  await model.begin('What is 12.5 times 8, and what is 4 less than that?');
  await expect(model.messages).toContainText('12.5 times 8');
  await model.pick('calc');
  await model.type('a', '12.5');
  await model.choose('op', '*');
  await model.type('b', '8');
  await expect(model.goesBack).toContainText('calc {"a":12.5,"op":"*","b":8}');
  await model.send();
  await expect(model.results).toHaveText([/100/]);
  // Without a veil the person sees, too, what a person gets.
  await expect(model.request.getByTestId('person-sees')).toHaveCount(1);

  await model.pick('calc');
  await model.type('a', '100');
  await model.choose('op', '-');
  await model.type('b', '4');
  await model.send();
  await expect(model.results).toHaveText([/100/, /96/]);
  await model.say('100 and 96.');
  await model.send();
  await expect(page.getByTestId('turns')).toContainText('100 and 96.');
  // A minute's worth of keys and clicks; a text counts as one.
  expect(model.did).toBeLessThanOrEqual(20);
  // Nobody else was asked.
  const { origin } = new URL(page.url());
  expect(asked.filter((url) => !/^(?:data|blob):/.test(url) && !url.startsWith(origin))).toEqual(
    [],
  );
});

test('what is sent adds up, in the form of each provider, and what is new is told', async ({
  workbench,
}) => {
  const { page } = workbench;
  const model = new Answering(page);
  await workbench.tool('calc').waitFor();
  await model.begin('Say hello');
  await model.pick('greet');
  await model.send();
  await expect(model.results).toHaveCount(1);
  await model.asTurns();

  const sent = page.getByTestId('request-sent');
  // Read at one moment: what is still counted shows no number, and what was counted may be asked for anew.
  const missing = (): Promise<number[]> =>
    sent.evaluate((pane) => {
      const number = (text: string | null | undefined): number =>
        Number.parseInt((text ?? '').replace(/[^\d]/g, ''));
      const sum = (all: number[]): number => all.reduce((one, other) => one + other, 0);
      const of = (id: string): number =>
        number(pane.querySelector(`[data-testid="${id}"]`)?.textContent);
      const tools = [...pane.querySelectorAll('ul[aria-label="Tools"] .num')];
      const groups = ['system', 'tools', 'messages'].map((group) => of(`sum-${group}`));
      return [
        of('sent-total') - sum(groups),
        of('sum-tools') - sum(tools.map(({ textContent }) => number(textContent))),
      ];
    });
  for (const [form, mark] of [
    ['OpenAI', '"tool_calls"'],
    ['Anthropic', '"input_schema"'],
    ['Gemini', '"functionDeclarations"'],
  ] as const) {
    await sent.getByRole('radio', { name: form }).click();
    await sent.getByRole('radio', { name: 'JSON' }).click();
    await expect(sent).toContainText(mark);
    await sent.getByRole('radio', { name: 'Parts' }).click();
    await expect.poll(missing).toEqual([0, 0]);
    const tools = sent.getByRole('list', { name: 'Tools' }).locator('.num');
    expect(await tools.count()).toBeGreaterThan(5);
  }
  const messages = sent.getByRole('list', { name: 'Messages' }).getByRole('listitem');
  await expect(messages.filter({ hasText: 'Say hello' })).not.toHaveClass(/new/);
  await expect(messages.filter({ hasText: /^assistant/ })).toHaveClass(/new/);
});

test('the end of the request stays in sight at every width, until the person scrolls', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  const model = new Answering(page);
  await model.begin('How much is 6 times 7?');
  await model.pick('calc');
  const last = model.messages.getByText('It is your turn to answer');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await expect(last, `${width}`).toBeInViewport({ ratio: 1 });
    await expect(model.messages.getByText(/How much/), `${width}`).toBeInViewport({ ratio: 1 });
  }
  const first = page.getByTestId('exact-tools').getByRole('heading');
  await page.getByTestId('exact-tools').hover();
  // However many tools the rows before this one have made.
  await page.mouse.wheel(0, -1_000_000);
  await expect(first).toBeInViewport();
  await page.setViewportSize({ width: 1024, height: 500 });
  await expect(first).toBeInViewport();
  await expect(last).not.toBeInViewport();
});

test('on a phone the request is a pane of its own only where the view does not show it', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  await new Answering(page).begin('How much is 6 times 7?');
  const tabs = page.getByRole('navigation', { name: 'Panes' }).getByRole('tab');
  const look = page.getByTestId('talk').getByRole('radiogroup', { name: 'View' });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(tabs).toHaveText(['Library', 'Conversation']);
  await look.getByRole('radio', { name: 'Turns' }).click();
  await tabs.filter({ hasText: 'Sent' }).click();
  await expect(page.getByTestId('request-sent')).toContainText('6 times 7');
});

test('beside a narrow request the answer has whole rows of tools and one row of buttons', async ({
  workbench,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  const model = new Answering(page);
  await model.begin('How much is 6 times 7?');
  await model.pick('calc');
  for (const [width, height] of [
    [1440, 900],
    [1024, 768],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    if (width < 640) await page.getByTestId('person-answer').getByRole('tab').nth(1).click();
    const buttons = ['Send the call', 'Another call', 'Ask a model'].map((name) =>
      model.answer.getByRole('button', { name }),
    );
    const middles = async (): Promise<number[]> => {
      const boxes = await Promise.all(buttons.map((button) => button.boundingBox()));
      return boxes.map((box) => (box ? Math.round(box.y + box.height / 2) : 0));
    };
    await expect.poll(async () => new Set(await middles()).size, `${width}`).toBe(1);
    const tools = model.answer.getByRole('radiogroup', { name: 'Tool to call' });
    const cut = (): Promise<number> =>
      tools.evaluate((list) => {
        const { top, bottom } = list.getBoundingClientRect();
        const rows = [...list.children].map((row) => row.getBoundingClientRect());
        return rows.filter(
          (row) =>
            (row.top < top - 1 && row.bottom > top + 1) ||
            (row.top < bottom - 1 && row.bottom > bottom + 1),
        ).length;
      });
    await expect.poll(cut, `${width}`).toBe(0);
    await expect(tools.getByRole('radio', { checked: true })).toBeInViewport({ ratio: 1 });
  }
});

test('Blind shows only what a model gets, on the whole page, until it is lifted', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  putTool(runner, {
    id: 'two_faced',
    code: 'print("for the model")',
    files: {
      'return.json': JSON.stringify({ template: 'MEANT-FOR-PEOPLE {output}' }),
    },
  });
  await workbench.tool('two_faced').waitFor();
  const model = new Answering(page);
  await model.begin('Use it');
  await model.blind(true);
  await expect(page.getByTestId('blind')).toContainText('Blind is on');
  await expect(workbench.tool('two_faced')).toHaveCount(0);
  await expect(workbench.history).toHaveCount(0);

  await model.pick('two_faced');
  await model.send();
  await expect(model.results).toHaveText([/for the model/]);
  await expect(page.locator('body')).not.toContainText('MEANT-FOR-PEOPLE');
  await page.keyboard.press('ControlOrMeta+K');
  await page.getByRole('combobox').fill('two_faced');
  await expect(page.getByRole('option', { name: 'two_faced' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await model.asTurns();
  await page
    .getByTestId('turns')
    .getByRole('button', { name: /two_faced/ })
    .click();
  await expect(page.getByTestId('turns')).toContainText('for the model');
  await expect(page.locator('body')).not.toContainText('MEANT-FOR-PEOPLE');

  await page.getByTestId('blind').getByRole('button', { name: 'Show everything' }).click();
  await expect(workbench.tool('two_faced')).toBeVisible();
  await expect(page.locator('body')).toContainText('MEANT-FOR-PEOPLE');
});

test('A wrong argument is sent, refused, and the refusal is told; so is broken JSON', async ({
  workbench,
}) => {
  const model = new Answering(workbench.page);
  await workbench.tool('calc').waitFor();
  await model.begin('Divide');
  await model.pick('calc');
  await expect(model.answer).toContainText('Missing: a, op, b. You can still send the call');
  await model.asJson('{"a": 1, "op": "percent of", "b": 2}');
  await expect(model.answer).toContainText('You can still send the call');
  await model.send();
  await expect(model.results).toHaveCount(1);
  await expect(model.results.last()).toContainText(/op/);

  await model.pick('calc');
  await model.asJson('{"a": 1, "op": ');
  await expect(model.answer).toContainText('Invalid JSON');
  await model.send();
  await expect(model.results).toHaveCount(2);
  await expect(model.results.last()).toContainText(/JSON/);
});

test('an answer that is being written outlives a reload, and goes with its sending', async ({
  workbench,
}) => {
  const { page } = workbench;
  const model = new Answering(page);
  await model.begin('What is 20 + 22, and why?');
  await model.say('Because I counted.');
  await model.answer.getByRole('tab', { name: /^Call/ }).click();
  await model.pick('calc');
  await model.type('a', '20');
  await page.reload();
  await expect(model.goesBack).toContainText('Because I counted.');
  await expect(model.answer.getByRole('textbox', { name: 'a', exact: true })).toHaveValue('20');
  await model.choose('op', '+');
  await model.type('b', '22');
  await model.send();
  await expect(model.results).toHaveText([/42/]);
  await page.reload();
  await expect(model.results).toHaveText([/42/]);
  await expect(model.goesBack).not.toContainText('Because I counted.');
});

test('many tools are looked for by name, and a search that finds none says so', async ({
  workbench,
}) => {
  const model = new Answering(workbench.page);
  await workbench.tool('calc').waitFor();
  await model.begin('Look for a tool');
  const find = model.answer.getByRole('searchbox', { name: 'Search tools' });
  await find.fill('calc');
  await expect(model.answer.getByRole('radiogroup', { name: 'Tool to call' })).toContainText(
    'calc',
  );
  await find.fill(' nothing-like-it ');
  await expect(model.answer).toContainText('No tools match "nothing-like-it"');
});

test('two calls go back in one answer, and what is removed does not', async ({ workbench }) => {
  const model = new Answering(workbench.page);
  await workbench.tool('calc').waitFor();
  await model.begin('Greet twice');
  await model.pick('greet');
  await model.answer.getByRole('button', { name: 'Another call' }).click();
  await model.pick('calc');
  await model.answer.getByRole('button', { name: 'Another call' }).click();
  await model.pick('greet');
  await model.answer.getByRole('button', { name: 'Remove call 2' }).click();
  await expect(model.answer.getByRole('button', { name: 'Send 2 calls' })).toBeVisible();
  await model.send();
  await expect(model.results).toHaveCount(2);
});

test('A key that is typed never comes back, and Test says that it is wrong', async ({
  workbench,
}) => {
  const { page } = workbench;
  const provider = await FakeProvider.start();
  provider.key = 'sk-right-0123456789abcdef';
  provider.names = ['mock-model', 'mock-mini'];
  const wrong = 'sk-wrong-fedcba9876543210';
  const told = bodiesOf(page);
  try {
    const dialog = await settingsOf(page);
    await dialog.getByRole('button', { name: /^OpenAI/ }).click();
    const address = dialog.getByRole('textbox', { name: 'Address of OpenAI' });
    await address.fill(provider.address('openai'));
    await address.press('Enter');
    await expect(dialog).toContainText('Set here');

    const key = dialog.getByLabel('Key of OpenAI', { exact: true });
    await expect(key).toHaveAttribute('type', 'password');
    const test = async (): Promise<void> => {
      await dialog.getByLabel('Model of OpenAI').fill('mock-model');
      await dialog.getByRole('button', { name: 'Test', exact: true }).first().click();
    };
    await key.fill(wrong);
    await key.press('Enter');
    await expect(dialog.getByTestId('providers')).toContainText('key saved');
    await expect(key).toHaveValue('');
    await test();
    await expect(dialog).toContainText('OpenAI refused the key (status 401)');

    provider.play({ text: 'Hello' });
    await key.fill(provider.key);
    await key.press('Enter');
    await expect(key).toHaveValue('');
    await expect(dialog).not.toContainText('refused the key');
    await test();
    await expect(dialog).toContainText('mock-model answered in');
    await dialog.getByRole('button', { name: 'List models' }).first().click();
    await expect(dialog.locator('datalist option[value="mock-mini"]')).toHaveCount(1);
    expect(await serious(page)).toEqual([]);

    for (const secret of [wrong, provider.key]) {
      expect(await page.content()).not.toContain(secret);
      expect(await told.all()).not.toContain(secret);
      const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
      expect(stored).not.toContain(secret);
    }
    await dialog.getByRole('button', { name: 'Remove the key of OpenAI' }).click();
    await expect(dialog.getByTestId('providers').locator('li').first()).toContainText('no key');
    await dialog.getByRole('button', { name: 'Reset to default: address of OpenAI' }).click();
    await expect(address).toHaveValue(/api\.openai\.com/);
  } finally {
    await provider.close();
  }
});

test('A3.36 prices and the settings of agents are kept', async ({ workbench }) => {
  const { page } = workbench;
  const dialog = await settingsOf(page);
  const prices = dialog.getByTestId('prices');
  await prices.getByRole('button', { name: 'Add a price' }).click();
  await prices.getByLabel('Model', { exact: true }).fill('openai:gpt-5');
  await prices.getByLabel('Input price of openai:gpt-5').fill('cheap');
  await prices.getByLabel('Output price of openai:gpt-5').fill('10');
  await prices.getByLabel('Output price of openai:gpt-5').press('Enter');
  await expect(prices).toContainText('Enter a price of 0 or more');
  await prices.getByLabel('Input price of openai:gpt-5').fill('1.25');
  await prices.getByLabel('Input price of openai:gpt-5').press('Enter');
  await expect(prices.getByRole('button', { name: 'Remove openai:gpt-5' })).toBeVisible();

  const confirm = dialog.getByRole('switch', { name: 'Approve calls of agents automatically' });
  await confirm.click();
  await expect(dialog).toContainText('Makes Lathe less secure');
  await page.reload();
  const again = await settingsOf(page);
  await expect(again.getByLabel('Input price of openai:gpt-5')).toHaveValue('1.25');
  await expect(confirm).toBeChecked();
  await confirm.click();
  await again.getByRole('button', { name: 'Remove openai:gpt-5' }).click();
  await expect(again.getByRole('button', { name: 'Remove openai:gpt-5' })).toHaveCount(0);
});

for (const [width, look, language] of [
  [1440, 'light', 'en'],
  [1024, 'dark', 'zh'],
  [390, 'light', 'zh'],
] as const) {
  test(`axe finds nothing where a person is the model: ${width}, ${look}, ${language}`, async ({
    workbench,
  }) => {
    // axe looks at each piece of the request, which is long.
    test.slow();
    const { page } = workbench;
    await page.emulateMedia({ colorScheme: look, reducedMotion: 'reduce' });
    await workbench.tool('calc').waitFor();
    const model = new Answering(page);
    await model.begin('What is 2 + 2?');
    await workbench.speak(language);
    await page.setViewportSize({ width, height: 844 });
    expect(await serious(page), 'request').toEqual([]);
    if (width < 640) await page.getByTestId('person-answer').getByRole('tab').nth(1).click();
    await model.pick('calc');
    expect(await serious(page), 'call').toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    await workbench.speak('en');
  });
}
