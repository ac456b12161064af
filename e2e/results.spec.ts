import { expect, test } from './fixtures.ts';
import { putSlow, putTool } from './put-tool.ts';

test('A1.34 a failure shows its lines; an unknown placeholder of the template is said', async ({
  workbench,
  runner,
}) => {
  const { editor, result } = workbench;
  putTool(runner, {
    id: 'fails',
    code: 'def inner(n):\n    return 1 / n\n\n\nprint("before")\nprint(inner({n}))\n',
    properties: { n: { type: 'integer', description: 'What to divide by' } },
    required: ['n'],
    files: { 'return.json': '{ "template": "got {result}" }\n' },
  });
  await workbench.openTool('fails');
  await workbench.run.getByRole('textbox', { name: /^n/ }).fill('0');
  await workbench.runIt();
  await expect(result.getByText('Failed', { exact: true })).toBeVisible();
  // What a person is advised to do is beside what the tool tells them, not in it.
  const next = result.getByRole('group', { name: 'What to do next' });
  await expect(next).toContainText('ZeroDivisionError');
  await expect(workbench.personSees.getByRole('button')).toHaveCount(0);
  // The person reads the message and the traceback as the tool's answer: the advice repeats neither.
  await expect(next).not.toContainText('division by zero');
  await expect(next.getByRole('group', { name: 'Traceback' })).toHaveCount(0);
  await next.getByRole('button', { name: 'Traceback' }).click();
  await next.getByRole('button', { name: /line 2, in inner/ }).click();
  await expect(editor.pane.getByText(/Line 2, column/)).toBeVisible();
  await expect(editor.pane.getByRole('tab', { name: 'execution.py' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
  await workbench.run.getByRole('textbox', { name: /^n/ }).fill('2');
  await workbench.runIt();
  await expect(result.getByText('Done', { exact: true })).toBeVisible();
  await expect(workbench.personSees).toContainText('0.5');
  await expect(workbench.personSees).not.toContainText('got');
  await expect(result.getByText(/\{result\}|"result"/).first()).toBeVisible();
});

test('A1.29 an endless loop ends at its limit, and a longer one is one press away', async ({
  workbench,
  runner,
}) => {
  const { editor, result } = workbench;
  putTool(runner, { id: 'loops', code: 'while True:\n    pass\n', timeout: 1 });
  await workbench.openTool('loops');
  await workbench.runIt();
  await expect(result.getByText('Timed out', { exact: true })).toBeVisible({ timeout: 20_000 });
  await result.getByRole('button', { name: /Set the timeout to 1/ }).click();
  await expect.poll(() => editor.text()).toContain('"timeout": 60');
});

test('output over the limit of a call is cut with a notice, and unicode is whole', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  putTool(runner, {
    id: 'prints',
    code: "print('{text}' * {times})\n",
    properties: {
      text: { type: 'string', description: 'What to print' },
      times: { type: 'integer', description: 'How often' },
    },
    required: ['text', 'times'],
  });
  await workbench.openTool('prints');
  await workbench.run.getByRole('textbox', { name: /^text/ }).fill('A');
  await workbench.run.getByRole('textbox', { name: /^times/ }).fill('2000000');
  await workbench.runIt();
  await expect(result.getByText(/cut .* off the end/).first()).toBeVisible();
  await expect(result.getByText(/over the default limit were cut/)).toBeVisible();
  await expect(workbench.modelSees).toContainText('[output cut at the limit');
  const text = 'naïve 你好 👩‍👩‍👧 \u202e𝒳 {x} "\'';
  await workbench.run.getByRole('textbox', { name: /^text/ }).fill(text);
  await workbench.run.getByRole('textbox', { name: /^times/ }).fill('1');
  await workbench.runIt();
  await expect(workbench.modelSees).toHaveText(text);
  await expect(workbench.personSees).toContainText(text);

  // A Markdown table is drawn for the person, never for the model, and either can be read as it came.
  const table = workbench.personSees.getByRole('table');
  await workbench.openTool('table_from_records');
  await workbench.runIt();
  await expect(table.getByRole('columnheader', { name: 'age' })).toBeVisible();
  await expect(workbench.modelSees).toContainText('| --- |');
  // A count stands whole or not at all, however little room the reader has.
  const person = result.getByRole('region', { name: 'Person sees' });
  const count = person.getByText(/^\d+ characters$/);
  await expect(count).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(count).not.toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await result.getByRole('radio', { name: 'Text' }).click();
  await expect(table).toHaveCount(0);
  await expect(workbench.personSees).toContainText('| --- |');
});

test('output arrives while a tool runs, and a running tool is cancelled', async ({
  workbench,
  runner,
}) => {
  const { page, result } = workbench;
  putSlow(runner, 'sleeps', 'first line');
  await workbench.openTool('sleeps');
  await workbench.runIt();
  await expect(result.getByRole('log')).toContainText('first line');
  await page.keyboard.press('Escape');
  await expect(result.getByText('Cancelled', { exact: true })).toBeVisible();
  await expect(workbench.modelSees).toContainText('first line');
});
