import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

const inRunner = 'The runner runs it. Switch to this page';
const inPage = 'This page runs it. Switch to the runner';

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
  await expect(result.getByText('same in both')).toBeVisible();
  expect(said).not.toBe('');
  await expect(workbench.modelSees).toHaveText(said);
  await run.getByRole('button', { name: inPage }).click();
  await workbench.runIt();
  await expect(result.getByText('fresh sandbox', { exact: true })).toBeVisible();
  await expect(result.getByText('same in both')).toBeVisible();
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
    code: 'import time\nprint("first", flush=True)\ntime.sleep(60)\n',
  });
  const asked: string[] = [];
  await workbench.openTool('patient');
  await workbench.openTool('endless');
  await workbench.openTool('escapes');
  await run.getByRole('textbox', { name: /^origin/ }).fill(new URL(runner.url).origin);
  await run.getByRole('button', { name: inRunner }).click();

  await test.step('no way out leads anywhere', async () => {
    page.on('request', (request) => asked.push(request.url()));
    await workbench.runIt();
    await expect(workbench.modelSees).toContainText('secret', { timeout: 60_000 });
    const said = (await workbench.modelSees.textContent()) ?? '';
    expect(said.trim().split('\n')).toHaveLength(7);
    expect(said).not.toContain('REACHED');
    expect(asked.filter((url) => url.includes('?python'))).toEqual([]);
  });

  await test.step('with the runner off', async () => {
    await run.getByRole('button', { name: inPage }).click();
    await runner.crash();
    await page.keyboard.press('ControlOrMeta+S');
    await expect(run.getByRole('button', { name: inPage })).toBeVisible({ timeout: 30_000 });
    await workbench.openTool('endless');
    await workbench.runIt();
    await expect(result.getByText('Timed out', { exact: true })).toBeVisible({ timeout: 30_000 });
    await workbench.openTool('patient');
    await workbench.runIt();
    await expect(result.getByRole('log')).toContainText('first', { timeout: 60_000 });
    await page.keyboard.press('Escape');
    await expect(result.getByText('Cancelled', { exact: true })).toBeVisible();
  });
  await runner.again();
});
