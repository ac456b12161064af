import {
  mkdtempSync,
  rmdirSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServerList } from '../../../shared/protocol/mcp/state.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { fixtures, hostileWay, pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const main = join(fixtures, 'hostile-server.mjs');
const entry = { command: 'node', args: [main, 'plain'], lathe: { folders: [fixtures] } };
const reads = { path: fixtures, access: 'read' };

onBothEngines('What happens between reading a folder of a server and turning it on', (runner) => {
  const page = pageOf(runner);
  const at = (path: string) => join(runner().workspace, path);
  const put = (name: string, content: object | string) => {
    mkdirSync(at(`servers/${name}`), { recursive: true });
    const text =
      typeof content === 'string' ? content : JSON.stringify({ mcpServers: { [name]: content } });
    writeFileSync(at(`servers/${name}/mcp.json`), text);
  };
  const list = async (): Promise<ServerList> => (await page.send('', 'GET')).json();
  const names = async () => (await list()).servers.map(({ name }) => name);
  const kept = () =>
    existsSync(at('.lathe/mcp-servers.json'))
      ? readFileSync(at('.lathe/mcp-servers.json'), 'utf8')
      : '';
  /** What the page sends when a person turns a server on; `between` happens after the person has looked. */
  const turnOn = async (name: string, between: () => void = () => undefined, folders = [reads]) => {
    const { settings, folder } = await page.one(name);
    if (settings.way.type !== 'stdio') throw new Error('It is no program');
    const way = { ...settings.way, grants: { folders, net: [] } };
    between();
    const body = { settings: { ...settings, enabled: true, way }, folder: folder?.seen };
    return page.send(`/${name}`, 'PUT', body);
  };
  const code = async (answer: Response): Promise<unknown> => [
    ...[answer.status, (await answer.json()).error?.code],
  ];

  afterEach(async () => {
    for (const { name } of (await list()).servers) await page.send(`/${name}`, 'DELETE');
    rmSync(at('servers'), { recursive: true, force: true });
    expect(await list()).toEqual({ servers: [], broken: [], folders: [] });
  });

  test('S22 a folder that goes before its server is turned on leaves no server behind', async () => {
    put('brief', entry);
    const answer = await turnOn('brief', () => rmSync(at('servers/brief'), { recursive: true }));
    expect(await code(answer)).toEqual([404, 'no-such-server']);
    expect(await names()).toEqual([]);
    expect(kept()).not.toContain('brief');
  });

  test('S23 a server whose file is damaged meanwhile cannot be turned on, and stays that of its folder', async () => {
    put('torn', entry);
    const answer = await turnOn('torn', () => put('torn', '{"mcpServers": {'));
    expect(await code(answer)).toEqual([404, 'no-such-server']);
    put('torn', entry);
    expect(await list()).toMatchObject({
      servers: [{ name: 'torn', state: { is: 'off' }, folder: { isChanged: false } }],
      folders: [],
    });
  });

  test('S21 turning a server on counts for what its file said when the person looked, and for nothing else', async () => {
    put('swapped', { ...entry, env: { NODE_OPTIONS: '--no-warnings' } });
    const evil = { ...entry, env: { NODE_OPTIONS: '--import=./evil.mjs' } };
    const answer = await turnOn('swapped', () => put('swapped', evil));
    expect(await code(answer)).toEqual([409, 'server-in-folder']);
    expect(await page.one('swapped')).toMatchObject({ state: { is: 'off' }, secrets: [] });
    expect((await turnOn('swapped')).status).toBe(200);
    const { settings } = await page.one('swapped');
    const blind = await page.send('/swapped', 'PUT', { settings });
    expect(await code(blind)).toEqual([409, 'server-in-folder']);
  });

  test('S22 what an earlier server left behind counts for none of its name that comes later', async () => {
    // A runner that was killed between two writes has left a value and what was said of a tool.
    await page.add(
      'heir',
      { ...hostileWay(), env: [{ name: 'TOKEN', from: 'secret' }] },
      {
        ...{ secrets: { TOKEN: 'the-last-one' } },
      },
    );
    const [tool] = (await page.one('heir')).tools;
    const judged = { tool: tool!.name, hash: tool!.hash, isReadOnly: true };
    await page.send('/heir/tools', 'POST', judged);
    const left = ['mcp-secrets.json', 'mcp/heir.json'].map((name) => [
      ...[at(`.lathe/${name}`), readFileSync(at(`.lathe/${name}`), 'utf8')],
    ]);
    await page.send('/heir', 'DELETE');
    for (const [path = '', text = ''] of left) writeFileSync(path, text);
    put('heir', { ...entry, env: { TOKEN: 'of-the-new-one' } });
    expect((await turnOn('heir')).status).toBe(200);
    await page.send('/heir/restart', 'POST', {});
    const { tools } = await page.one('heir');
    expect(tools.length).toBeGreaterThan(0);
    expect(tools.filter(({ isReadOnly }) => isReadOnly)).toEqual([]);
    const secrets = readFileSync(at('.lathe/mcp-secrets.json'), 'utf8');
    expect([secrets.includes('the-last-one'), secrets.includes('of-the-new-one')]).toEqual([
      ...[false, true],
    ]);
  });

  test('S22 a removal that cannot be written leaves the folder where it is', async () => {
    put('firm', entry);
    expect((await turnOn('firm')).status).toBe(200);
    const lock = at('.lathe/mcp-adding.lock');
    rmSync(lock, { recursive: true, force: true });
    mkdirSync(join(lock, 'held'), { recursive: true });
    try {
      expect((await page.send('/firm', 'DELETE')).status).toBeGreaterThanOrEqual(500);
      expect(existsSync(at('servers/firm/mcp.json'))).toBe(true);
    } finally {
      rmSync(lock, { recursive: true });
    }
    await page.send('/firm', 'DELETE');
    expect(existsSync(at('servers/firm/mcp.json'))).toBe(false);
  });

  test('S20 a folder that it asks for is itself, and no link to another', async () => {
    mkdirSync(at('private'), { recursive: true });
    writeFileSync(at('private/diary.txt'), 'not for servers');
    put('linked', { ...entry, lathe: { folders: [fixtures, './data'] } });
    symlinkSync(at('private'), at('servers/linked/data'));
    const data = { path: at('servers/linked/data'), access: 'read' };
    expect((await turnOn('linked', undefined, [reads, data])).status).toBe(200);
    const started = await (await page.send('/linked/restart', 'POST', {})).json();
    expect(started).toMatchObject({
      state: { is: 'failed', fault: { code: 'not-started', values: { command: data.path } } },
    });
    expect(started.state.fault.message).toContain(at('private'));
  });

  test('S3 a server that may write in a folder cannot make a link of another that it was granted', async () => {
    const outside = mkdtempSync(join(homedir(), '.lathe-granted-'));
    try {
      for (const name of ['own/part', 'private'])
        mkdirSync(join(outside, name), { recursive: true });
      const grants = [
        { path: join(outside, 'own'), access: 'write' },
        { path: join(outside, 'own/part'), access: 'read' },
      ];
      const way = hostileWay('plain', { grants });
      expect(await page.add('linking', way)).toMatchObject({ state: { is: 'ready' } });
      rmdirSync(join(outside, 'own/part'));
      symlinkSync(join(outside, 'private'), join(outside, 'own/part'));
      const started = await (await page.send('/linking/restart', 'POST', {})).json();
      expect(started).toMatchObject({ state: { is: 'failed', fault: { code: 'not-started' } } });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test('S27 where "servers" is a link nothing is read, written or removed at its end', async () => {
    mkdirSync(at('elsewhere/theirs'), { recursive: true });
    const text = JSON.stringify({ mcpServers: { theirs: entry } });
    writeFileSync(at('elsewhere/theirs/mcp.json'), text);
    symlinkSync(at('elsewhere'), at('servers'));
    expect(await list()).toMatchObject({ servers: [], folders: [{ file: 'servers' }] });
    const body = { files: { 'new/mcp.json': text } };
    const answer = await runner().fetch('/api/import', { as: 'page', method: 'POST', body });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    await page.add('own', hostileWay());
    expect(await code(await page.send('/own/folder', 'POST', {}))).toEqual([409, 'not-a-folder']);
    expect(readdirSync(at('elsewhere'))).toEqual(['theirs']);
  });

  test('S24 a name that differs in capitals alone is a conflict, too', async () => {
    await page.add('Mine', hostileWay());
    put('mine', entry);
    expect(await list()).toMatchObject({
      servers: [{ name: 'Mine' }],
      folders: [{ file: 'servers/mine/mcp.json', code: 'taken', values: { name: 'Mine' } }],
    });
    put('Other', entry);
    const body = { name: 'other', settings: { way: hostileWay() } };
    expect(await code(await page.send('', 'POST', body))).toEqual([409, 'server-exists']);
  });

  test('S26 a secret is found in whatever spelling JSON and addresses have', async () => {
    const secret = 'pass"word\\with/signs é';
    const env = [{ name: 'TOKEN', from: 'secret' }];
    const secrets = { TOKEN: secret };
    await page.add('telling', { ...hostileWay(), args: [main, secret], env }, { secrets });
    const way = { type: 'http', url: `http://127.0.0.1:9/?key=${encodeURIComponent(secret)}` };
    const headers = [{ name: 'X-Key', from: 'secret' }];
    await page.add('far', { ...way, headers }, { secrets: { 'X-Key': secret } });
    for (const name of ['telling', 'far']) {
      expect(await code(await page.send(`/${name}/folder`, 'POST', {}))).toEqual([
        ...[409, 'not-a-folder'],
      ]);
      expect(existsSync(at(`servers/${name}`))).toBe(false);
    }
  });

  test('S26 a server that another process removed is not saved as a folder', async () => {
    await page.add('ended', hostileWay());
    writeFileSync(at('.lathe/mcp-servers.json'), '[]');
    const answer = await page.send('/ended/folder', 'POST', {});
    expect(await code(answer)).toEqual([404, 'no-such-server']);
    expect([await names(), existsSync(at('servers/ended'))]).toEqual([[], false]);
    await page.add('again', hostileWay());
    const { settings } = await page.one('again');
    writeFileSync(at('.lathe/mcp-servers.json'), '[]');
    expect(await code(await page.send('/again', 'PUT', { settings }))).toEqual([
      ...[404, 'no-such-server'],
    ]);
    expect(await names()).toEqual([]);
  });
});
