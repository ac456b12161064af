import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from './fixtures.ts';
import { ServersPage } from './pages/servers.ts';
import { serious } from './serious.ts';

const packages = resolve(import.meta.dirname, '../node_modules');
const official = (name: string): string =>
  join(packages, '@modelcontextprotocol', name, 'dist/index.js');

test('the official filesystem-server: added, read through its form and an approval, its messages seen', async ({
  workbench,
}) => {
  const { page } = workbench;
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-granted-')));
  writeFileSync(join(folder, 'notes.txt'), 'the heron stands in the reeds\n');
  const servers = new ServersPage(page);
  const server = servers.pane('files');

  await test.step('a form with nothing in it says what is missing beside the fields', async () => {
    await servers.openForm();
    await servers.send();
    await expect(page.getByText('Enter the program to start')).toBeVisible();
    await expect(
      page.getByText('can use only the folders, hosts and variables that you list'),
    ).toBeVisible();
    expect(await serious(page), 'form').toEqual([]);
  });
  await test.step('it is added and tells its tools', async () => {
    const args = [official('server-filesystem'), folder];
    await servers.addCommand('files', { args, folders: [packages, folder] });
    await expect(server.locator('[data-tool=read_text_file]')).toBeVisible();
    await expect(server.locator('[data-tool=read_text_file]')).toContainText('The server says:');
    expect(await serious(page), 'tools').toEqual([]);
  });
  await test.step('a tool runs through its form and an approval, whatever it says of itself', async () => {
    await server
      .locator('[data-tool=read_text_file]')
      .getByRole('button', { name: 'Open in the workbench' })
      .click();
    await expect(page.getByText('Declared by an MCP server: read-only, can be run')).toBeVisible();
    await expect(workbench.preview).toContainText('read_text_file');
    await expect(workbench.library.getByRole('treeitem', { name: /^MCP servers/ })).toBeVisible();
    await workbench.run.getByLabel('path', { exact: true }).fill(join(folder, 'notes.txt'));
    await workbench.runIt();
    await servers.allow();
    await expect(workbench.modelSees).toContainText('the heron stands in the reeds');
    await expect(workbench.personSees).toContainText('the heron stands in the reeds');
  });
  await test.step('both messages of the call are there, with what they held', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/servers/files/messages`);
    const list = page.getByRole('list', { name: 'Messages between Lathe and the server' });
    await page.getByRole('searchbox', { name: 'Filter messages' }).fill('tools/call');
    await expect(list.getByRole('button', { name: /request tools\/call/ })).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Filter messages' }).fill('heron');
    await page.getByLabel('Kind').selectOption('response');
    await list.getByRole('button', { name: /response tools\/call/ }).click();
    await expect(page.getByTestId('message')).toContainText('the heron stands in the reeds');
    await page.getByRole('button', { name: 'Copy the message' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('"jsonrpc"');
    expect(await serious(page), 'messages').toEqual([]);
    await page.getByLabel('Kind').selectOption('');
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(page.getByText('No messages yet')).toBeVisible();
    await page.getByRole('button', { name: 'Restart' }).click();
    await page.getByRole('searchbox', { name: 'Filter messages' }).fill('');
    await expect(list.getByRole('button', { name: /request initialize/ }).first()).toBeVisible();
  });
  await test.step('removed, it is gone', async () => {
    await server.getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
    await expect(servers.list.getByRole('button', { name: /^files/ })).toHaveCount(0);
  });
  rmSync(folder, { recursive: true });
});

test('the official everything-server: pasted, its question answered, its resources and prompts read', async ({
  workbench,
}) => {
  const { page } = workbench;
  const servers = new ServersPage(page);
  const main = official('server-everything');
  await servers.openForm();
  await page.getByText('Paste a configuration').click();
  const json = { mcpServers: { every: { command: 'node', args: [main], env: { TEAM: 'blue' } } } };
  await page.getByRole('textbox', { name: 'Paste a configuration' }).fill(JSON.stringify(json));
  await page.getByRole('button', { name: 'Use every' }).click();
  // What it names is offered and not granted.
  await expect(page.getByRole('button', { name: `Allow reading ${main}` })).toBeVisible();
  await expect(page.getByLabel('Folder', { exact: true })).toBeHidden();
  await page.getByRole('button', { name: 'Add a folder' }).click();
  await page.getByLabel('Folder', { exact: true }).fill(dirname(packages));
  await servers.send();
  const server = await servers.running('every');

  await test.step('it asks the person while its tool runs', async () => {
    await server
      .locator('[data-tool=trigger-elicitation-request]')
      .getByRole('button', { name: 'Open in the workbench' })
      .click();
    await expect(workbench.preview).toContainText('trigger-elicit');
    await workbench.runIt();
    await servers.allow();
    const { question } = servers;
    await expect(question).toContainText('The MCP server "every" asks this');
    await expect(question).toContainText('do not enter a password, key or token');
    expect(await serious(page), 'question').toEqual([]);
    const required = question.locator('input[required]');
    for (const field of await required.all()) await field.fill('Heron');
    await question.getByRole('button', { name: 'Answer' }).click();
    await expect(workbench.modelSees).toContainText('Heron');
  });
  await test.step('a resource and a prompt are read as text', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/servers/every/resources`);
    await server
      .getByRole('button', { name: /architecture\.md/ })
      .first()
      .click();
    await expect(server.locator('pre')).toContainText('#');
    expect(await serious(page), 'resources').toEqual([]);
    await server.getByRole('tab', { name: 'Prompts' }).click();
    await server.getByRole('button', { name: 'Get prompt' }).first().click();
    await expect(server.locator('pre').first()).toBeVisible();
    expect(await serious(page), 'prompts').toEqual([]);
  });
});
