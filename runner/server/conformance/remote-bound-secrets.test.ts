import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test, vi } from 'vitest';
import type { ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { hostileWay, pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const listening: Server[] = [];
/** An address that keeps what it is sent, and is no server of MCP. */
async function listener(): Promise<{ url: string; heard: IncomingHttpHeaders[] }> {
  const heard: IncomingHttpHeaders[] = [];
  const server = createServer(({ headers }, response) => {
    heard.push(headers);
    response.writeHead(418).end();
  });
  listening.push(server);
  await new Promise<void>((settle) => server.listen(0, '127.0.0.1', settle));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}/mcp`, heard };
}
afterAll(() => {
  for (const server of listening) server.close();
});

const token = 'typed-for-one-address';

onBothEngines('A secret of a server', (runner) => {
  const page = pageOf(runner);
  const wayOf = (url: string) => ({
    ...{ type: 'http', url },
    headers: [
      { name: 'Authorization', from: 'secret', prefix: 'Bearer ' },
      { name: 'X-Team', from: 'plain', value: 'blue' },
    ],
  });
  const put = async (way: object, secrets?: object): Promise<ServerSummary> => {
    const body = { settings: { way }, ...(secrets ? { secrets } : {}) };
    return (await page.send('/club', 'PUT', body)).json();
  };
  const start = async (): Promise<ServerSummary> =>
    (await page.send('/club/restart', 'POST', {})).json();
  const file = (name: string) => join(runner().workspace, `.lathe/${name}.json`);
  const kept = () => readFileSync(file('mcp-secrets'), 'utf8');
  const isTold = {
    is: 'failed',
    fault: {
      code: 'no-secret',
      values: { reason: 'elsewhere', name: 'Authorization' },
      message: expect.stringMatching(/"Authorization" was entered for another address.*again$/),
    },
  };
  afterEach(() => page.send('/club', 'DELETE'));

  test('S12 goes to no other address, origin or path, until it is given for that one', async () => {
    const [here, there] = [await listener(), await listener()];
    await page.add('club', wayOf(here.url), { secrets: { Authorization: token } });
    expect(here.heard.at(-1)).toMatchObject({ authorization: `Bearer ${token}`, 'x-team': 'blue' });
    const before = here.heard.length;
    for (const url of [there.url, here.url.replace('/mcp', '/another'), here.url]) {
      const changed = await put(wayOf(url));
      // It is forgotten, so that it is not sent to the first address either.
      expect(changed).toMatchObject({ secrets: [], secretsElsewhere: ['Authorization'] });
      expect(kept()).not.toContain(token);
      expect((await start()).state).toMatchObject(isTold);
    }
    expect([there.heard, here.heard.length]).toEqual([[], before]);
    const given = await put(wayOf(there.url), { Authorization: 'for-there' });
    expect(given).toMatchObject({ secrets: ['Authorization'], secretsElsewhere: [] });
    await start();
    expect(there.heard.at(-1)?.authorization).toBe('Bearer for-there');
    // Whatever else is changed, it stays.
    const later = await put({ ...wayOf(there.url), clientId: 'me' });
    expect(later).toMatchObject({ secrets: ['Authorization'], secretsElsewhere: [] });
    // A header that is no longer named needs no value, and one that is forgotten is not asked for as elsewhere.
    await put(wayOf(here.url));
    expect(await put(wayOf(here.url), { Authorization: null })).toMatchObject({
      ...{ secrets: [], secretsElsewhere: [] },
    });
    expect((await start()).state).toMatchObject({ fault: { values: { name: 'Authorization' } } });
    expect(here.heard.length).toBe(before);
  });

  test('S12 goes to no other address if the file says so, nor if nothing says what it was given for', async () => {
    const [here, there] = [await listener(), await listener()];
    await page.add('club', wayOf(here.url), { secrets: { Authorization: token } });
    const settings = file('mcp-servers');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(here.url, there.url));
    expect(await page.one('club')).toMatchObject({
      ...{ settings: { way: { url: there.url } } },
      ...{ secrets: [], secretsElsewhere: ['Authorization'] },
    });
    expect((await start()).state).toMatchObject(isTold);
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(there.url, here.url));
    expect(await page.one('club')).toMatchObject({ secrets: ['Authorization'] });
    const before = here.heard.length;
    const entries = JSON.parse(kept()) as { for?: string }[];
    for (const entry of entries) delete entry.for;
    writeFileSync(file('mcp-secrets'), JSON.stringify(entries));
    expect((await start()).state).toMatchObject(isTold);
    expect([there.heard, here.heard.length]).toEqual([[], before]);
  });

  test('S12 goes to no other program, whether the command, its arguments or its folder change', async () => {
    const way = { ...hostileWay(), env: [{ name: 'GIVEN', from: 'secret' }] };
    await page.add('club', way, { secrets: { GIVEN: token } });
    // What the same program is granted is another thing.
    const grants = { ...way.grants, net: ['localhost:9'] };
    expect(await put({ ...way, grants })).toMatchObject({ secrets: ['GIVEN'] });
    expect((await start()).state.is).toBe('ready');
    const { folders } = way.grants as { folders: { path: string }[] };
    for (const more of [
      { args: [...way.args, 'more'] },
      { command: '/usr/bin/node' },
      { cwd: folders[0]!.path },
    ]) {
      await put(way, { GIVEN: token });
      expect(await put({ ...way, ...more })).toMatchObject({
        ...{ secrets: [], secretsElsewhere: ['GIVEN'] },
      });
      expect((await start()).state).toMatchObject({
        fault: { values: { reason: 'elsewhere', name: 'GIVEN' } },
      });
    }
    expect(kept()).not.toContain(token);
  });
});
