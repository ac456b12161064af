import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

const inRunner = 'In the runner. Switch to this page';
const inPage = 'In this page. Switch to the runner';

test('the same call gets the same answer in the page as in the runner', async ({ workbench }) => {
  test.setTimeout(120_000);
  const { run, result } = workbench;
  await workbench.openTool('word_frequency');
  await workbench.runIt();
  await expect(result.getByText('fresh sandbox', { exact: true })).toBeVisible();
  const said = (await workbench.modelSees.textContent())?.trim() ?? '';
  await run.getByRole('button', { name: inRunner }).click();
  await workbench.runIt();
  await expect(result.getByText('fresh sandbox · this page')).toBeVisible({ timeout: 60_000 });
  await expect(result.getByText('same result')).toBeVisible();
  expect(said).not.toBe('');
  await expect(workbench.modelSees).toHaveText(said);
  await run.getByRole('button', { name: inPage }).click();
  await workbench.runIt();
  await expect(result.getByText('fresh sandbox', { exact: true })).toBeVisible();
  await expect(result.getByText('same result')).toBeVisible();
});

/** Each prints a line: what it reached, or the error that it met. */
const escapes = `
def tried(name, act):
    try:
        print(name, 'REACHED', repr(act())[:80])
    except BaseException as error:
        print(name, type(error).__name__)

def js():
    import js
    return js.document.cookie

def run_js():
    from pyodide.code import run_js
    return run_js('fetch("/api/tools?python")')

def file():
    return open('/etc/hostname').read()

def fetch():
    import urllib.request
    return urllib.request.urlopen('{origin}/api/health?python').read()

def socket():
    import socket
    return socket.create_connection(('127.0.0.1', 80), 2)

def program():
    import os
    return os.popen('id').read()

def secret():
    import os
    return os.environ['LATHE_TOKEN']

for name, act in list(globals().items()):
    if name in ('js', 'run_js', 'file', 'fetch', 'socket', 'program', 'secret'):
        tried(name, act)
`;

test('Python in the page reaches nothing, hangs nothing, and is there with the runner off', async ({
  workbench,
  runner,
}) => {
  test.setTimeout(180_000);
  const { page, run, result } = workbench;
  putTool(runner, {
    id: 'escapes',
    code: escapes,
    properties: { origin: { type: 'string', description: 'Where the page is from' } },
    required: ['origin'],
  });
  putTool(runner, { id: 'endless', code: 'while True: pass\n', timeout: 2 });
  putTool(runner, {
    id: 'patient',
    code: 'import time\nprint("first", flush=True)\nword = "{word}"\ntime.sleep(60)\n',
    properties: { word: { type: 'string', description: 'What is typed meanwhile' } },
  });
  const asked: string[] = [];
  await workbench.openTool('patient');
  await workbench.openTool('endless');
  await workbench.openTool('escapes');
  const origin = run.getByRole('textbox', { name: /^origin/ });
  await origin.fill(new URL(runner.url).origin);
  await expect(page.getByText('1 value placed')).toBeVisible({ timeout: 60_000 });

  await test.step('with the runner off, though nothing has run here before', async () => {
    await runner.crash();
    await page.keyboard.press('ControlOrMeta+S');
    const banner = page.getByRole('status').filter({ hasText: 'The runner is not responding' });
    await expect(banner).toContainText('Until then Python tools run in this page');
    const runtimes = page.getByRole('list', { name: 'Runtimes' }).getByRole('listitem');
    await expect(runtimes.filter({ hasText: 'Python' })).toContainText('runs in this page');
    await expect(runtimes.filter({ hasText: 'Bash' })).toContainText('not responding');
    await expect(run.getByRole('button', { name: inPage })).toBeVisible({ timeout: 30_000 });
    await workbench.openTool('endless');
    await workbench.runIt();
    await expect(result.getByText('Timed out', { exact: true })).toBeVisible({ timeout: 60_000 });
    await workbench.openTool('patient');
    await workbench.runIt();
    await expect(result.getByRole('log')).toContainText('first', { timeout: 60_000 });
  });

  await test.step('templates are filled while a tool runs', async () => {
    await run.getByRole('textbox', { name: /^word/ }).fill('elsewhere');
    await expect(page.getByTestId('preview')).toContainText('"elsewhere"', { timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expect(result.getByText('Cancelled', { exact: true })).toBeVisible();
    await runner.again();
  });

  await test.step('no way out leads anywhere', async () => {
    await expect(run.getByRole('button', { name: inRunner })).toBeVisible({ timeout: 60_000 });
    await workbench.openTool('escapes');
    await run.getByRole('button', { name: inRunner }).click();
    await origin.fill(new URL(runner.url).origin);
    page.on('request', (request) => asked.push(request.url()));
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('secret', { timeout: 60_000 });
    const said = (await workbench.modelSees.textContent()) ?? '';
    expect(said.trim().split('\n')).toHaveLength(7);
    expect(said).not.toContain('REACHED');
    expect(asked.filter((url) => url.includes('?python'))).toEqual([]);
  });
});

test('with the runner off before Python came the page says so, and fills templates once it is back', async ({
  workbench,
  runner,
}) => {
  const { page, run } = workbench;
  await page.route(/\/python-client-[^/]*\.js$/, (route) => route.abort());
  await workbench.openTool('calc');
  await run.getByRole('textbox', { name: /^a/ }).waitFor();
  await runner.crash();
  const python = page.getByRole('list', { name: 'Runtimes' }).getByRole('listitem').first();
  await expect(python).toContainText('not responding', { timeout: 30_000 });
  await expect(workbench.runButton).toBeDisabled();
  await expect(page.getByText('Preparing the preview')).toBeHidden();
  await page.unroute(/\/python-client-[^/]*\.js$/);
  await runner.again();
  await expect(page.getByText('3 values placed')).toBeVisible({ timeout: 60_000 });
});

test('what needs approval does not run in the page, which says where it does', async ({
  workbench,
  runner,
}) => {
  const { run, result } = workbench;
  const id = 'asks_here';
  const asking = { id, description: 'Asks each time', policies: { execution: 'ask-always' } };
  const files = { 'definition.json': JSON.stringify(asking) };
  putTool(runner, { id, code: "print('ran')\n", files });
  await workbench.openTool(id);
  await run.getByRole('button', { name: inRunner }).click();
  await workbench.runIt();
  const advice = result.getByRole('group', { name: 'What to do next' });
  await expect(advice).toContainText('Start the runner, or switch to it beside Run', {
    timeout: 60_000,
  });
  await expect(workbench.modelSees).toContainText('the page by itself cannot ask');
  await workbench.speak('zh');
  await expect(result).toContainText('它需要批准，而页面本身无法请求批准：请在运行器中运行');
  await expect(result.getByRole('group', { name: '下一步' })).toContainText('切换到运行器');
});

test('a Chinese page says in Chinese why a template cannot be filled', async ({
  workbench,
  runner,
}) => {
  putTool(runner, { id: 'unfilled', code: "x = '{nope}'\n" });
  await workbench.openTool('unfilled');
  await workbench.speak('zh');
  const filled = workbench.page.getByRole('region', { name: '填充后的代码' });
  await expect(filled.getByRole('status')).toHaveText(
    '第 1 行的占位符不是参数；请把它加入 parameters，或双写花括号',
  );
});
