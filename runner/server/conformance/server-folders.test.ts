import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { ServerList, ServerSummary } from '../../../shared/protocol/mcp/state.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { fixtures, hostileWay, pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const main = join(fixtures, 'hostile-server.mjs');
const entry = { command: 'node', args: [main, 'plain'], lathe: { folders: [fixtures] } };

onBothEngines('A folder of the workspace that is a server', (runner) => {
  const page = pageOf(runner);
  const at = (path: string) => join(runner().workspace, path);
  const put = (name: string, content: unknown) => {
    mkdirSync(at(`servers/${name}`), { recursive: true });
    const text =
      typeof content === 'string' ? content : JSON.stringify({ mcpServers: { [name]: content } });
    writeFileSync(at(`servers/${name}/mcp.json`), text);
  };
  const list = async (): Promise<ServerList> => (await page.send('', 'GET')).json();
  const turnOn = async (name: string, folders: object[] = []): Promise<ServerSummary> => {
    const { settings, folder } = await page.one(name);
    const way = settings.way.type === 'stdio' ? { grants: { folders, net: [] } } : {};
    const next = { ...settings, enabled: true, way: { ...settings.way, ...way } };
    const done = await page.send(`/${name}`, 'PUT', { settings: next, folder: folder?.seen });
    if (done.status !== 200) throw new Error(await done.text());
    return (await page.send(`/${name}/restart`, 'POST', {})).json();
  };
  const reads = { path: fixtures, access: 'read' };
  const gone = async (name: string) => {
    rmSync(at(`servers/${name}`), { recursive: true });
    await expect
      .poll(async () => (await list()).servers.map((one) => one.name))
      .not.toContain(name);
  };

  afterEach(async () => {
    for (const { name } of (await list()).servers) await page.send(`/${name}`, 'DELETE');
    rmSync(at('servers'), { recursive: true, force: true });
    expect(await list()).toEqual({ servers: [], broken: [], folders: [] });
  });

  test('S20 arrives turned off with nothing granted, says what it wants, and runs once it is turned on', async () => {
    put('notes', { ...entry, env: { HOME_OF: '${HOME}' } });
    const { servers } = await list();
    expect(servers).toMatchObject([
      {
        ...{ name: 'notes', state: { is: 'off' }, starts: 0 },
        settings: { enabled: false, way: { grants: { folders: [], net: [] } } },
        folder: { file: 'servers/notes/mcp.json', wants: { folders: [reads] }, isChanged: false },
      },
    ]);
    const started = await (await page.send('/notes/restart', 'POST', {})).json();
    expect(started).toMatchObject({ state: { is: 'off' }, starts: 0 });
    expect(await turnOn('notes', [reads])).toMatchObject({ state: { is: 'ready' } });
    const { ended } = await page.run('notes', 'echo', { text: 'from a folder' });
    expect(ended.result.llmContent).toBe('from a folder');
    await gone('notes');
  });

  test('S21 is off and asks again once its file runs another command, address or names other variables', async () => {
    put('moved', entry);
    await turnOn('moved', [reads]);
    for (const other of [
      { ...entry, args: [main, 'other'] },
      { ...entry, command: '/usr/bin/node' },
      { ...entry, cwd: '.' },
      { ...entry, env: { LANG: '${PATH}' } },
      { ...entry, env: { NODE_OPTIONS: '--import=./evil.mjs' } },
      { type: 'http', url: 'http://127.0.0.1:9/mcp' },
    ]) {
      put('moved', other);
      const { starts } = await page.one('moved');
      expect(await page.one('moved')).toMatchObject({
        ...{ state: { is: 'off' }, settings: { enabled: false }, folder: { isChanged: true } },
      });
      await expect(page.run('moved', 'echo', { text: 'x' })).rejects.toThrow(/has no tool/);
      expect(await page.one('moved')).toMatchObject({ starts });
    }
    // What it asks for is no part of what it is, and what was said of it counts again when it is that again.
    put('moved', { ...entry, lathe: { folders: [fixtures], hosts: ['a.example'] } });
    expect(await page.one('moved')).toMatchObject({
      ...{ settings: { enabled: true, way: { grants: { net: [] } } } },
      folder: { isChanged: false, wants: { net: ['a.example'] } },
    });
    // The page cannot say otherwise than the file.
    const { settings, folder } = await page.one('moved');
    const way = { ...settings.way, args: ['elsewhere'] };
    const body = { settings: { ...settings, way }, folder: folder?.seen };
    const refused = await page.send('/moved', 'PUT', body);
    expect([refused.status, (await refused.json()).error.code]).toEqual([409, 'server-in-folder']);
    await gone('moved');
  });

  test('S22 removing the folder removes the server, and one that comes back is a new one', async () => {
    put('back', { ...entry, env: { TOKEN: 'in-the-file-hush' } });
    await turnOn('back', [reads]);
    const { tools } = await page.one('back');
    const [tool] = tools;
    await page.send('/back/tools', 'POST', {
      tool: tool!.name,
      hash: tool!.hash,
      isReadOnly: true,
    });
    cpSync(at('servers/back'), at('kept'), { recursive: true });
    await gone('back');
    expect(readFileSync(at('.lathe/mcp-secrets.json'), 'utf8')).not.toContain('hush');
    cpSync(at('kept'), at('servers/back'), { recursive: true });
    expect(await page.one('back')).toMatchObject({
      ...{ state: { is: 'off' }, secrets: [], folder: { isChanged: false, values: ['TOKEN'] } },
      settings: { way: { grants: { folders: [] } } },
    });
    expect((await page.one('back')).tools.filter(({ isReadOnly }) => isReadOnly)).toEqual([]);
    // By the page the file goes, and what else lies there stays.
    writeFileSync(at('servers/back/README.md'), 'mine');
    await page.send('/back', 'DELETE');
    expect([
      existsSync(at('servers/back/mcp.json')),
      existsSync(at('servers/back/README.md')),
    ]).toEqual([...[false, true]]);
    expect((await list()).servers).toEqual([]);
  });

  test('S23 a damaged file is told at its place, costs no other, and what was said counts once it is mended', async () => {
    put('mended', entry);
    await turnOn('mended', [reads]);
    put('good', entry);
    for (const [text, code] of [
      ['{"mcpServers": {', 'unread'],
      ['{"mcpServers": {}}', 'count'],
      [JSON.stringify({ mcpServers: { a: entry, b: entry } }), 'count'],
      [JSON.stringify({ mcpServers: { a: { ...entry, cwd: 5 } } }), 'field'],
      [JSON.stringify({ mcpServers: { a: { ...entry, args: ['${HOME}'] } } }), 'variable'],
      [JSON.stringify({ mcpServers: { a: { ...entry, lathe: { hosts: ['a b'] } } } }), 'field'],
      [`{"mcpServers": ${'['.repeat(200_000)}`, 'unread'],
      [' '.repeat(300_000), 'too-large'],
    ] as const) {
      put('mended', text);
      const { servers, folders } = await list();
      expect([servers.map(({ name }) => name), folders]).toMatchObject([
        ...[['good'], [{ file: 'servers/mended/mcp.json', code }]],
      ]);
    }
    put('mended', entry);
    expect(await page.one('mended')).toMatchObject({ settings: { enabled: true } });
    await gone('mended');
    await gone('good');
  });

  test('S24 a name that a server of this machine has is a conflict, and neither takes the place of the other', async () => {
    await page.add('mine', hostileWay());
    put('mine', { ...entry, args: ['elsewhere'] });
    const { servers, folders } = await list();
    expect(folders).toMatchObject([{ file: 'servers/mine/mcp.json', code: 'taken' }]);
    expect(servers).toMatchObject([{ name: 'mine', settings: { way: { args: [main, 'plain'] } } }]);
    expect(servers[0]).not.toHaveProperty('folder');
    await page.send('/mine', 'DELETE');
    expect(await page.one('mine')).toMatchObject({ state: { is: 'off' }, folder: {} });
    const body = { name: 'mine', settings: { way: hostileWay() } };
    expect((await page.send('', 'POST', body)).status).toBe(409);
    await gone('mine');
  });

  test('S25 a value that stands in the file is kept as a secret, and given once the server is turned on', async () => {
    put('valued', { ...entry, env: { TOKEN: 'in-the-file-hush' } });
    expect(await page.one('valued')).toMatchObject({ secrets: [], folder: { values: ['TOKEN'] } });
    expect(JSON.stringify(await list())).not.toContain('hush');
    expect(await turnOn('valued', [reads])).toMatchObject({
      ...{ state: { is: 'ready' }, secrets: ['TOKEN'] },
    });
    const wire = await (await page.send('/valued/wire', 'GET')).text();
    expect(wire).not.toContain('hush');
    await gone('valued');
  });

  test('S26 a server that is saved as a folder takes no secret along, says what stays, and runs on', async () => {
    const env = [
      { name: 'TOKEN', from: 'secret' },
      { name: 'TEAM', from: 'plain', value: 'blue-team' },
      { name: 'LANG', from: 'environment' },
    ];
    await page.add('mine', { ...hostileWay(), env }, { secrets: { TOKEN: 'typed-hush' } });
    const saved = await page.send('/mine/folder', 'POST', {});
    expect(await saved.json()).toEqual({
      ...{ file: 'servers/mine/mcp.json', values: ['TOKEN', 'TEAM'], stays: ['grants'] },
      paths: [main, fixtures],
    });
    const text = readFileSync(at('servers/mine/mcp.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({
      mcpServers: {
        mine: {
          ...entry,
          env: { TOKEN: '${TOKEN}', TEAM: '${TEAM}', LANG: '${LANG}' },
        },
      },
    });
    expect(await page.one('mine')).toMatchObject({
      ...{ settings: { enabled: true }, secrets: ['TOKEN'], folder: { isChanged: false } },
    });
    expect((await page.run('mine', 'echo', { text: 'runs on' })).ended.result.success).toBe(true);
    expect((await page.send('/mine/folder', 'POST', {})).status).toBe(409);
    // Where somebody else has it, it is off and has none of it.
    cpSync(at('servers/mine'), at('servers/theirs'), { recursive: true });
    expect(await page.one('theirs')).toMatchObject({
      ...{ state: { is: 'off' }, secrets: [], settings: { way: { grants: { folders: [] } } } },
    });
    await page.add(
      'telling',
      { ...hostileWay(), args: [main, 'typed-hush'], env: [env[0]!] },
      {
        ...{ secrets: { TOKEN: 'typed-hush' } },
      },
    );
    expect((await page.send('/telling/folder', 'POST', {})).status).toBe(409);
    expect(existsSync(at('servers/telling'))).toBe(false);
    for (const name of ['mine', 'theirs', 'telling']) await page.send(`/${name}`, 'DELETE');
  });

  test('S27 one that is imported lies beside the others under a free name, turned off', async () => {
    put('many', entry);
    const files = {
      'many/mcp.json': JSON.stringify({
        mcpServers: { x: { command: 'node', args: ['./s.mjs'], cwd: '.' } },
      }),
      'many/s.mjs': '// its code',
    };
    const answer = await runner().fetch('/api/import', {
      as: 'page',
      method: 'POST',
      body: { files },
    });
    expect(await answer.json()).toMatchObject({ ids: [], servers: ['many-2'], problems: [] });
    expect(existsSync(at('servers/many-2/s.mjs'))).toBe(true);
    expect(await page.one('many-2')).toMatchObject({
      ...{ state: { is: 'off' }, starts: 0 },
      folder: { wants: { folders: [{ path: at('servers/many-2'), access: 'read' }] } },
    });
    expect(await page.one('many')).toMatchObject({ settings: { way: { args: [main, 'plain'] } } });
    for (const name of ['many', 'many-2']) await gone(name);
  });
});
