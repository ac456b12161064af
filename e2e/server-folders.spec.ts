import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, test } from './fixtures.ts';
import { ServersPage } from './pages/servers.ts';
import { serious } from './serious.ts';

const fixtures = resolve(import.meta.dirname, '../runner/remote/fixtures');
const main = join(fixtures, 'hostile-server.mjs');

test('S20 S26 a server that arrives as a folder says what it wants, is turned on, and one is saved as a folder', async ({
  workbench,
  runner,
}) => {
  const { page } = workbench;
  const servers = new ServersPage(page);
  const at = (path: string) => join(runner.workspace, 'servers', path);
  const describe = (args: string[]) => {
    mkdirSync(at('arrived'), { recursive: true });
    const entry = { command: 'node', args, env: { TEAM: '${HOME}' } };
    const mcpServers = { any: { ...entry, lathe: { folders: [fixtures] } } };
    writeFileSync(at('arrived/mcp.json'), JSON.stringify({ mcpServers }));
  };
  const server = servers.pane('arrived');
  const wants = server.getByRole('region', { name: 'From the workspace', exact: true });

  await test.step('it is there by itself, off, and says what it runs, reaches and knows', async () => {
    describe([main, 'plain']);
    await servers.list.getByRole('button', { name: 'off arrived off', exact: true }).click();
    await expect(wants).toContainText('servers/arrived/mcp.json describes this server');
    await expect(wants).toContainText(`node ${main} plain`);
    await expect(wants).toContainText('TEAM from the runner’s environment (HOME)');
    await expect(wants.getByText(fixtures, { exact: true })).toBeVisible();
    expect(await serious(page), 'what it wants').toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(width).toBeLessThanOrEqual(390);
    await page.setViewportSize({ width: 1280, height: 800 });
  });
  await test.step('it runs once it is turned on, and another command in its file asks again', async () => {
    await wants.getByRole('button', { name: 'Turn on and allow', exact: true }).click();
    await servers.running('arrived');
    await expect(wants).toHaveCount(0);
    describe([main, 'other']);
    await expect(wants).toContainText('has changed since you turned this server on');
    await expect(server.getByRole('switch', { name: 'On', exact: true })).not.toBeChecked();
  });
  await test.step('a damaged file and a name that is taken are told in the list', async () => {
    writeFileSync(at('arrived/mcp.json'), '{');
    await expect(servers.list).toContainText('servers/arrived/mcp.json does not define a server');
    await servers.addCommand('mine', { args: [main, 'plain'] });
    describe([main, 'plain']);
    cpSync(at('arrived'), at('mine'), { recursive: true });
    await expect(servers.list).toContainText('this machine has a server "mine"');
  });
  await test.step('a server of this machine is saved as a folder, and what stays is said', async () => {
    await servers.addCommand('saved', { args: [main, 'plain'] });
    const saved = servers.pane('saved');
    await saved.getByRole('tab', { name: 'Settings', exact: true }).click();
    await saved.getByRole('button', { name: 'Save as a workspace folder', exact: true }).click();
    await expect(page.getByText('Saved as servers/saved/mcp.json')).toBeVisible();
    await expect(saved.getByText('below come from servers/saved/mcp.json')).toBeVisible();
    expect(JSON.parse(readFileSync(at('saved/mcp.json'), 'utf8')).mcpServers.saved.lathe).toEqual({
      folders: [fixtures],
    });
    expect(await serious(page), 'saved').toEqual([]);
  });
});
