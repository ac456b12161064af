import { expect, test } from './fixtures.ts';
import { putTool } from './put-tool.ts';

test('the main trip asks no other origin for anything and breaks no policy', async ({
  workbench,
  runner,
}) => {
  const { page, editor } = workbench;
  const origin = new URL(runner.url).origin;
  const foreign: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== origin) foreign.push(request.url());
  });
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  await page.addInitScript(() => {
    addEventListener('securitypolicyviolation', (event) => {
      throw new Error(`policy: ${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.reload();
  await workbench.openTool('calc');
  for (const file of ['definition.json', 'execution.py', 'return.json', 'meta.json', 'samples']) {
    await editor.show(file);
  }
  await workbench.runIt();
  await expect(workbench.modelSees).toBeVisible();
  for (const provider of ['Anthropic', 'Gemini', 'MCP']) {
    await workbench.preview.getByRole('tab', { name: provider }).click();
  }
  await page.keyboard.press('ControlOrMeta+K');
  await expect(page.getByPlaceholder('Search tools and actions')).toBeVisible();
  await page.keyboard.press('Escape');
  expect(foreign).toEqual([]);
  expect(said).toEqual([]);
});

test('A1.5 a Python tool gets nothing of the host', async ({ workbench, runner }) => {
  const marks = [runner.token, runner.workspace];
  putTool(runner, {
    id: 'escapes',
    code: `import os, socket, subprocess, pathlib

def attempt(name, act):
    try:
        print(name, 'GOT', repr(act())[:400])
    except BaseException as error:
        print(name, 'refused', type(error).__name__)

attempt('file', lambda: open('/etc/hostname').read())
attempt('passwd', lambda: pathlib.Path('/etc/passwd').read_text())
attempt('workspace', lambda: os.listdir(${JSON.stringify(runner.workspace)}))
attempt('socket', lambda: socket.create_connection(('127.0.0.1', ${new URL(runner.url).port}), 2).recv(1))
attempt('program', lambda: subprocess.run(['/bin/echo', 'ran'], capture_output=True).stdout)
attempt('system', lambda: os.system('echo ran > /tmp/ran') or 'ran')
print('environ', sorted(os.environ))
`,
  });
  await workbench.openTool('escapes');
  await workbench.runIt();
  await expect(workbench.modelSees).toContainText('environ');
  const text = await workbench.modelSees.innerText();
  for (const name of ['file', 'passwd', 'workspace', 'socket', 'program']) {
    expect(text).toMatch(new RegExp(`${name} refused`));
  }
  expect(text).not.toMatch(/system GOT 'ran'/);
  for (const mark of [...marks, 'PATH=', 'LATHE_', 'npm_', 'SSH_'])
    expect(text).not.toContain(mark);
});
