import type { Health } from '../shared/protocol/health.ts';
import { hostFault } from '../shared/returns/host-faults.ts';
import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

test('how the panes of a tool stand outlives a reload', async ({ workbench }) => {
  const { page, editor, preview, run, result } = workbench;
  const form = editor.pane.getByRole('radio', { name: 'Form', exact: true });
  const json = run.getByRole('radio', { name: 'JSON', exact: true });
  const provider = preview.getByRole('tab', { name: 'Anthropic', exact: true });
  const raw = result.getByRole('tab', { name: 'Raw', exact: true });
  await workbench.openTool('calc');
  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  await provider.click();
  await json.click();
  await raw.click();
  await form.click();
  await expect(editor.pane.getByRole('button', { name: 'Add parameter' })).toBeVisible();
  await page.reload();
  await expect(provider).toHaveAttribute('aria-selected', 'true');
  await expect(json).toHaveAttribute('aria-checked', 'true');
  await expect(raw).toHaveAttribute('aria-selected', 'true');
  await expect(form).toHaveAttribute('aria-checked', 'true');
  await workbench.tool('greet').click();
  await expect(workbench.title).toHaveText('greet');
  await expect(run.getByRole('radio', { name: 'Form', exact: true })).toHaveAttribute(
    'aria-checked',
    'true',
  );
});

test('a form that was never opened opens without the runner', async ({ workbench }) => {
  const { page, editor } = workbench;
  await workbench.openTool('calc');
  const fetched = () => performance.getEntriesByType('resource').map(({ name }) => name);
  await expect.poll(() => page.evaluate(fetched)).toContainEqual(expect.stringContaining('/soon-'));
  await page.context().setOffline(true);
  await editor.pane.getByRole('radio', { name: 'Form', exact: true }).click();
  await expect(editor.pane.getByRole('button', { name: 'Add parameter' })).toBeVisible();
});

test('a double click on the head of the library, a conversation or the history fills the screen', async ({
  workbench,
}) => {
  const { page, library, editor, history } = workbench;
  const corner = { position: { x: 4, y: 4 } };
  await workbench.openTool('calc');
  await library.locator('.head').first().dblclick(corner);
  await expect(editor.pane).toBeHidden();
  await expect(history).toBeHidden();
  await expect(library).toBeVisible();
  await workbench.tool('greet').click();
  await expect(editor.pane).toBeVisible();
  await expect(workbench.title).toHaveText('greet');

  await history.locator('.hd').dblclick(corner);
  const runs = page.getByTestId('runs');
  await expect(runs).toBeVisible();
  await expect(library).toBeHidden();
  await runs.locator('.head').dblclick(corner);
  await expect(library).toBeVisible();
  await runs.locator('.head').dblclick(corner);
  await expect(library).toBeHidden();
  await page.goBack();
  await expect(editor.pane).toBeVisible();
  await expect(library).toBeVisible();
});

test('why a language is missing, and what is being prepared, is said in Chinese', async ({
  workbench,
}) => {
  const { page, run } = workbench;
  const fault = hostFault('host-no-engine');
  const progress = { step: 'Compiling the standard library', done: 1, of: 4 };
  let python: object = { ready: false, layers: [], reason: fault.missing, phrase: fault.phrase };
  await page.route('**/api/health', async (route) => {
    const answer = await route.fetch();
    const health = (await answer.json()) as Health;
    await route.fulfill({ json: { ...health, hosts: { ...health.hosts, python } } });
  });
  await page.reload();
  await workbench.openTool('calc');
  await workbench.speak('zh');
  await expect(run).toContainText('Python 要由 Deno 或 Node 隔离');
  await expect(run).not.toContainText('needs Deno or Node');
  python = { ready: false, layers: [], reason: fault.missing, progress };
  await page.reload();
  await expect(page.getByRole('list', { name: '运行环境' })).toContainText('正在编译标准库');
});

test('what a run says beside its result is said in Chinese', async ({ workbench, runner }) => {
  const { result } = workbench;
  putTool(runner, { id: 'too_patient', code: "print('done')\n", timeout: 999_999 });
  await workbench.openTool('too_patient');
  await workbench.runIt();
  await expect(result).toContainText('was reduced to the maximum');
  await workbench.speak('zh');
  await expect(result).toContainText('的时间限制已缩短为允许的上限');
  await expect(result).not.toContainText('was reduced to the maximum');
  const definition = {
    ...{ id: 'packed', description: 'A tool that needs a package' },
    packages: ['nowhere'],
    parameters: { type: 'object', properties: {} },
  };
  putTool(runner, {
    ...{ id: 'packed', code: "print('done')\n" },
    files: { 'definition.json': JSON.stringify(definition) },
  });
  await workbench.openTool('packed');
  await workbench.runIt();
  await expect(result.getByRole('group', { name: '下一步' })).toContainText('缺少此工具的一个包');
});

test('P14 a call that asks while a page is starting is shown there once it hears of changes', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  await workbench.tool('calc').waitFor();
  const starting = await page.context().newPage();
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  await starting.route('**/api/changes', async (route) => {
    await held;
    await route.continue();
  });
  const asked = starting.waitForResponse('**/api/approvals');
  await starting.goto(new URL(runner.url).origin);
  await asked;
  const answer = fetch(new URL('/api/runs', runner.url), {
    method: 'POST',
    headers: { Authorization: `Bearer ${runner.token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ tool: 'Bash', arguments: { command: 'touch early.txt' } }),
  });
  await expect(page.getByRole('alertdialog')).toContainText('early.txt');
  release();
  await expect(starting.getByRole('alertdialog')).toContainText('early.txt');
  await starting.close();
  await page.keyboard.press('Escape');
  await (await answer).text();
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the kind of a tool is in its menu', async ({ workbench }) => {
    const { page, editor } = workbench;
    await workbench.pane('Library');
    await workbench.tool('calc').click();
    await editor.pane.getByRole('button', { name: 'More', exact: true }).click();
    await expect(page.getByRole('menuitem', { name: /Python three-layer$/ })).toBeVisible();
  });

  test('a call that waits for approval is told beside the library, too', async ({
    workbench,
    runner,
  }) => {
    const { page } = workbench;
    await page.goto(`${new URL(runner.url).origin}/#/history`);
    await expect(page.getByTestId('runs')).toBeVisible();
    await workbench.pane('Library');
    const answer = fetch(new URL('/api/runs', runner.url), {
      method: 'POST',
      headers: { Authorization: `Bearer ${runner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ tool: 'Bash', arguments: { command: 'touch told-there.txt' } }),
    });
    const note = page.getByRole('status').filter({ hasText: 'A call of Bash needs your approval' });
    await expect(note.first()).toBeVisible();
    await note.first().getByRole('button', { name: 'Show', exact: true }).click();
    await expect(page.getByRole('alertdialog')).toContainText('told-there.txt');
    await page.keyboard.press('Escape');
    await (await answer).text();
  });
});
