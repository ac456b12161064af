import { expect, test } from './fixtures.ts';
import { elsewhere, ServersPage } from './pages/servers.ts';
import { serious } from './serious.ts';

test('a server behind an address: signed in to, used, failed and signed out of', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { line, stop } = await elsewhere('sign-in-server.mjs');
  const { server: url, issuer } = JSON.parse(line) as { server: string; issuer: string };
  const servers = new ServersPage(page);
  const server = servers.pane('notes');
  const looked = async (what: string) => expect(await serious(page), what).toEqual([]);

  await test.step('without a sign-in it fails and says so', async () => {
    await servers.addAddress('notes', url);
    await expect(server.getByText(/requires sign-in or a token/)).toBeVisible();
    await looked('failed');
    await server.getByRole('button', { name: 'Sign in', exact: true }).click();
  });
  await test.step('the address of who signs in is asked for', async () => {
    await expect(server.getByText('You are not signed in')).toBeVisible();
    await server.getByRole('button', { name: 'Sign in', exact: true }).click();
    await expect(server.getByRole('heading', { name: 'Allow these addresses?' })).toBeVisible();
    await expect(server.getByRole('listitem').filter({ hasText: issuer }).first()).toBeVisible();
    await looked('needs');
    await server.getByRole('button', { name: 'Allow and continue' }).click();
  });
  await test.step('where it leads and for what is shown before it is opened', async () => {
    const { host } = new URL(issuer);
    await expect(server.getByRole('heading', { name: `Sign in at ${host}` })).toBeVisible();
    await expect(server.getByRole('definition').filter({ hasText: 'notes:write' })).toBeVisible();
    await looked('waiting');
    const opened = page.context().waitForEvent('page');
    await server.getByRole('link', { name: `Open ${host}` }).click();
    await expect((await opened).getByText('You are signed in')).toBeVisible();
    await (await opened).close();
    await expect(server.getByText('You are signed in')).toBeVisible();
    await expect(server.getByText('running', { exact: true })).toBeVisible();
  });
  await test.step('each step is there, its secrets hidden', async () => {
    await server.getByText('Get the token').click();
    await expect(server.getByRole('region', { name: 'Received' }).last()).toContainText(
      '"access_token": "[secret]"',
    );
    await looked('steps');
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(server.getByText('Get the token')).toBeVisible();
    await looked('steps at 390 px, dark');
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.emulateMedia({ colorScheme: 'light' });
  });
  await test.step('signed out, it is locked again', async () => {
    await server.getByRole('button', { name: 'Sign out' }).click();
    await expect(server.getByText(/^You are signed out here/)).toBeVisible();
    await server.getByRole('button', { name: 'Restart' }).click();
    await expect(server.getByText(/requires sign-in or a token/)).toBeVisible();
  });
  stop();
});

test('an open address: added, its tool run; gone, it says so', async ({ workbench }) => {
  const { page } = workbench;
  const { line, stop } = await elsewhere('hostile-server.mjs', 'plain', '--http');
  const servers = new ServersPage(page);
  const server = await servers.addAddress('unlocked', `http://127.0.0.1:${line}/mcp`);
  await expect(server.getByText('running', { exact: true })).toBeVisible();
  await expect(server.locator('[data-tool=echo]')).toBeVisible();
  await page.setViewportSize({ width: 390, height: 844 });
  expect(await serious(page), 'tools at 390 px').toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await serious(page), 'tools at 390 px, dark').toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  stop();
  await server.getByRole('button', { name: 'Restart' }).click();
  await expect(server.getByText(/No answer at/)).toBeVisible();
  await expect(server.getByText('failed', { exact: true })).toBeVisible();
  expect(await serious(page), 'failed, dark').toEqual([]);
});

test('S10 a call that lacks a scope leads to the sign-in, which asks for it', async ({
  workbench,
}) => {
  const { page, result } = workbench;
  const { line, stop } = await elsewhere('sign-in-server.mjs', 'stepwise');
  const { server: url } = JSON.parse(line) as { server: string };
  const servers = new ServersPage(page);
  const server = await servers.addAddress('stairs', url);
  await servers.signIn('stairs');
  await servers.open(workbench, 'stairs', 'leak');
  await workbench.runIt();
  await servers.allow();
  const advice = result.getByRole('group', { name: 'What to do next' });
  await expect(advice).toContainText('The sign-in to stairs does not include notes:write.');
  await expect(advice.getByText('InsufficientScope')).toBeVisible();
  expect(await serious(page), 'lacked').toEqual([]);
  await workbench.speak('zh');
  await expect(result).toContainText('登录 stairs 时未获得权限 notes:write。');
  await workbench.speak('en');
  await advice.getByRole('button', { name: 'Go to the sign-in' }).click();
  await server.getByRole('button', { name: 'Sign in again' }).click();
  await expect(server.getByRole('definition').filter({ hasText: 'notes:write' })).toBeVisible();
  const opened = page.context().waitForEvent('page');
  await server.getByRole('link', { name: /^Open / }).click();
  await (await opened).getByText('You are signed in').waitFor();
  await (await opened).close();
  await expect(server.getByText('You are signed in')).toBeVisible();
  await servers.open(workbench, 'stairs', 'leak');
  await workbench.runIt();
  await servers.allow();
  await expect(workbench.modelSees).toContainText('Your token is');
  stop();
});
