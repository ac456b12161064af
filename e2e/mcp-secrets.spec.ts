import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { elsewhere, ServersPage } from './pages/servers.ts';
import { serious } from './serious.ts';

const client = { id: 'by-hand', secret: 'hand-secret/4f1c?8a' };
/** The secret as it is, as an address and as a header have it. */
const forms = [
  client.secret,
  encodeURIComponent(client.secret),
  Buffer.from(`${client.id}:${client.secret}`).toString('base64'),
];

/** Keeps what the runner answers from now on, but for streams, which never end. */
function answersTo(page: Page): () => Promise<string> {
  const texts: Promise<string>[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const type = response.headers()['content-type'] ?? '';
    if (!pathname.startsWith('/api/') || type.includes('event-stream')) return;
    texts.push(response.text().catch(() => ''));
  });
  return async () => (await Promise.all(texts)).join('\n');
}

/** All that the page holds: its elements, what is filled in, and what it remembers. */
const heldBy = (page: Page): Promise<string> =>
  page.evaluate(() =>
    [
      document.documentElement.outerHTML,
      ...[...document.querySelectorAll('input, textarea')].map((one) => Object(one).value),
      ...[JSON.stringify(localStorage), JSON.stringify(sessionStorage), location.href],
    ].join('\n'),
  );

test('S9 a client secret that is typed into the page signs in, and is nowhere to be seen again', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { line, stop } = await elsewhere(
    'sign-in-server.mjs',
    `given:${client.id}:${client.secret}`,
  );
  const { server: url } = JSON.parse(line) as { server: string };
  const servers = new ServersPage(page);
  const server = servers.pane('club');
  const answers = answersTo(page);
  const expectHidden = async (what: string) => {
    const held = await heldBy(page);
    for (const form of forms) expect(held.includes(form), what).toBe(false);
  };

  await test.step('it is typed, not shown, and signs in', async () => {
    await servers.addAddress('club', url, { client });
    await expect(server.getByText(/requires sign-in or a token/)).toBeVisible();
    await expectHidden('added');
    await servers.signIn('club');
    await server.getByText('Get the token').click();
    await expect(server.getByRole('region', { name: 'Sent' }).last()).toContainText('[secret]');
    await server
      .locator('details')
      .evaluateAll((all) => all.forEach((one) => one.setAttribute('open', '')));
    await expectHidden('steps');
  });
  await test.step('a tool that tells it tells it to nobody', async () => {
    await servers.open(workbench, 'club', 'leak');
    await workbench.runIt();
    await servers.allow();
    await expect(workbench.modelSees).toHaveText('Your token is [secret], [secret], [secret]');
    await expectHidden('result');
  });
  await test.step('neither messages nor settings have it', async () => {
    await page.goto(`${new URL(page.url()).origin}/#/servers/club/messages`);
    await page.getByRole('searchbox', { name: 'Filter messages' }).fill('tools/call');
    const list = page.getByRole('list', { name: 'Messages between Lathe and the server' });
    await list.getByRole('button', { name: /response tools\/call/ }).click();
    await expect(page.getByTestId('message')).toContainText('[secret]');
    await expectHidden('messages');
    await server.getByRole('tab', { name: 'Settings' }).click();
    const field = server.getByLabel('Client secret', { exact: true });
    await expect(field).toHaveAttribute('placeholder', 'Saved; type to replace it');
    await expect(field).toHaveValue('');
    await expectHidden('settings');
  });
  const told = await answers();
  expect(told).toContain('"hasClientSecret":true');
  for (const form of forms) expect(told.includes(form), 'answers').toBe(false);
  stop();
});

test('a plain value with the name of a secret is warned of once, and kept when the person says so', async ({
  workbench,
}) => {
  const servers = new ServersPage(workbench.page);
  const { form } = servers;
  await servers.openForm();
  await form.getByLabel('Command', { exact: true }).fill('npx');
  await form.getByRole('button', { name: 'Add a variable' }).click();
  await form.getByLabel('Name', { exact: true }).last().fill('API_KEY');
  const warning = form.getByText('API_KEY looks like a secret');
  await expect(warning).toHaveCount(0);
  await form.getByLabel('Value from').last().selectOption('plain');
  await expect(warning).toBeVisible();
  await servers.send();
  await expect(form.getByRole('alert')).toHaveText([/^Enter a name/]);
  await expect(warning).toHaveClass(/c-err/);
  expect(await serious(workbench.page), 'a plain secret').toEqual([]);
  await form.getByRole('checkbox', { name: 'It is not a secret; save it as plain text' }).check();
  await servers.send();
  await expect(warning).toHaveClass(/c-warn/);
});

test('S12 a secret that another address had is asked for again, in the form and where it is missing', async ({
  workbench,
}) => {
  const { page } = workbench;
  const { line, stop } = await elsewhere('hostile-server.mjs', 'plain', '--http');
  const servers = new ServersPage(page);
  const url = `http://127.0.0.1:${line}/mcp`;
  const server = await servers.addAddress('moved', url, { token: 'for-the-first-address' });
  await servers.running('moved');
  await server.getByRole('tab', { name: 'Settings' }).click();
  const address = server.getByLabel('Address (Streamable HTTP)');
  const notice = server.getByText('Saved for another address or command');
  await expect(server.getByLabel('Authorization Saved; type to replace it')).toBeVisible();
  await expect(notice).toHaveCount(0);
  await address.fill(`${url}?another`);
  await expect(notice).toContainText('Authorization');
  await expect(server.getByLabel('Authorization Enter it again')).toHaveValue('');
  expect(await serious(page), 'another address').toEqual([]);
  // As it was, it would be sent.
  await address.fill(url);
  await expect(notice).toHaveCount(0);
  await address.fill(`${url}?another`);
  await server.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(server.getByText('off', { exact: true })).toHaveCount(0);
  await server.getByRole('button', { name: 'Restart' }).click();
  await expect(server.getByText(/was entered for another address or command/)).toBeVisible();
  await expect(notice).toBeVisible();
  await server.getByLabel('Authorization Enter it again').fill('for-the-second');
  await expect(notice).toHaveCount(0);
  await server.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(server.getByLabel('Authorization Saved; type to replace it')).toBeVisible();
  await server.getByRole('button', { name: 'Restart' }).click();
  await servers.running('moved');
  stop();
});
