import { expect } from '../fixtures.ts';
import { elsewhere, hostile, ServersPage } from '../pages/servers.ts';
import { RESULT, type Around, type State } from './state.ts';

/** Opens the interface of a tool, by a call that is trusted. */
async function openApp({ page, workbench }: Around, name: string) {
  const servers = new ServersPage(page);
  await workbench.tool('calc').waitFor();
  await servers.addCommand(name, { args: hostile() });
  await servers.trust(name, 'drawn');
  await servers.open(workbench, name, 'drawn');
  await workbench.run.getByLabel('text', { exact: true }).fill('two');
  await workbench.runIt();
  await workbench.result.getByRole('button', { name: `Open the app of ${name}` }).click();
  const app = workbench.result.frameLocator('iframe');
  await expect(app.locator('#tried')).toContainText('done: yes');
  return app;
}

/** The states of other programs' servers, beside their empty form. */
export const serverStates: State[] = [
  {
    state: 'server-grants',
    reach: async ({ page, workbench }) => {
      const servers = new ServersPage(page);
      await workbench.tool('calc').waitFor();
      await servers.openForm();
      const { form } = servers;
      await form.getByLabel('Name', { exact: true }).first().fill('files');
      await form.getByLabel('Command', { exact: true }).fill('npx');
      const args =
        '-y\n@modelcontextprotocol/server-filesystem\n/home/me/a/folder/with/a/long/name';
      await form.getByLabel('Arguments, one per line').fill(args);
      await form.getByRole('button', { name: 'Add a folder' }).click();
      await form.getByLabel('Folder', { exact: true }).last().fill('no absolute path');
      await form.getByLabel('Access', { exact: true }).last().selectOption('write');
      await form.getByLabel('Allowed hosts, one per line').fill('api.example.com\nregistry:8443');
      await form.getByRole('button', { name: 'Add a variable' }).click();
      await form.getByLabel('Name', { exact: true }).last().fill('API_KEY');
      await form.getByLabel('Value from').last().selectOption('plain');
      await servers.send();
      await form.getByText('Enter an absolute path without a comma').waitFor();
    },
  },
  {
    state: 'server-elsewhere',
    reach: async ({ page, workbench }) => {
      const { line, stop } = await elsewhere('hostile-server.mjs', 'plain', '--http');
      const servers = new ServersPage(page);
      await workbench.tool('calc').waitFor();
      const url = `http://127.0.0.1:${line}/mcp`;
      const server = await servers.addAddress('walk_moved', url, { token: 'for-one-address' });
      await servers.running('walk_moved');
      await server.getByRole('tab', { name: 'Settings' }).click();
      await server.getByLabel('Address (Streamable HTTP)').fill(`${url}?another`);
      await server.getByLabel('Client ID for signing in').fill('by-hand');
      await server.getByRole('button', { name: 'Save', exact: true }).click();
      await server.getByRole('button', { name: 'Restart' }).click();
      await server.getByText(/was entered for another address or command/).waitFor();
      await page.locator('.toast').getByRole('button', { name: 'Dismiss' }).first().click();
      return stop;
    },
  },
  {
    state: 'server-signed-out',
    reach: async ({ page, workbench }) => {
      const client = { id: 'by-hand', secret: 'hand-secret' };
      const given = `given:${client.id}:${client.secret}`;
      const { line, stop } = await elsewhere('sign-in-server.mjs', given, 'unending');
      const { server: url } = JSON.parse(line) as { server: string };
      const servers = new ServersPage(page);
      await workbench.tool('calc').waitFor();
      const server = await servers.addAddress('walk_club', url, { client });
      await servers.signIn('walk_club');
      await server.getByRole('button', { name: 'Sign out' }).click();
      await server.getByText(/did not revoke the tokens/).waitFor();
      return stop;
    },
  },
  {
    state: 'app',
    panes: [RESULT],
    reach: async (around) => {
      await openApp(around, 'walk_app');
    },
  },
  {
    state: 'app-flooded',
    panes: [RESULT],
    reach: async (around) => {
      const app = await openApp(around, 'walk_flood');
      await app.getByRole('button', { name: 'Flood the page' }).click();
      await around.workbench.result.getByText(/sent too many messages/).waitFor();
    },
  },
];
