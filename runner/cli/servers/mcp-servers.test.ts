import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { fixtures, hostileWay, pageOf } from '../../server/fixtures/remote-servers.ts';
import { home, startRunner } from '../../server/fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../../server/fixtures/start-runner.ts';
import { engines, startLathe } from '../fixtures/start-lathe.ts';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 120_000 });

const hostile = join(fixtures, 'hostile-server.mjs');

describe.each(engines)("other programs' servers with the command on $engine", (one) => {
  let runner: StartedRunner;
  const workspace = () => runner.workspace;
  const page = pageOf(() => runner);
  const at = (path: string) => join(workspace(), path);
  const lathe = (args: string[], env: Record<string, string> = {}) =>
    startLathe(one.command, args, '', undefined, { LATHE_WORKSPACE: workspace(), ...env });
  const json = async (...args: string[]) => {
    const end = args.indexOf('--');
    const { code, stdout, stderr } = await lathe(
      end < 0 ? [...args, '--json'] : [...args.slice(0, end), '--json', ...args.slice(end)],
    );
    return { code, stderr, answer: JSON.parse(stdout) };
  };

  beforeAll(async () => {
    // A runner has the workspace open all the time.
    runner = await (await startRunner(one.engine.toLowerCase() as EngineName)).enter();
    mkdirSync(at('.lathe'), { recursive: true });
    await page.add('page', hostileWay());
  });
  afterAll(() => runner.discard());

  const program = ['--folder', fixtures, '--', 'node', hostile];

  test('A4.40 a program is added, opened and told of, and a runner has it at once', async () => {
    const { code, answer } = await json('mcp', 'add', 'typed', '--env', 'HOME', ...program);
    expect(code).toBe(0);
    expect(answer.servers).toMatchObject([{ name: 'typed', state: { is: 'ready' } }]);
    const { servers } = await (await page.send('', 'GET')).json();
    expect(servers.map(({ name }: { name: string }) => name)).toEqual(['page', 'typed']);
    expect(servers[1]).toMatchObject({
      ...{ state: { is: 'idle' }, starts: 0, hello: { name: 'hostile' } },
      settings: {
        way: {
          env: [{ name: 'HOME', from: 'environment', variable: 'HOME' }],
          grants: { folders: [{ path: fixtures, access: 'read' }] },
        },
      },
    });
    // What runs in the runner runs on.
    expect(servers[0].state.is).toBe('ready');
    const { ended } = await page.run('typed', 'echo', { text: 'by the page' });
    expect(ended.result.llmContent).toBe('by the page');
  });

  test('A4.40 tools of servers are listed, declared and called as all others, and asked for', async () => {
    const { answer } = await json('tools', '--source', 'mcp');
    expect(answer.tools).toContainEqual(
      expect.objectContaining({ name: 'page__echo', id: 'mcp:page', source: 'mcp' }),
    );
    const declared = await json('declarations', 'mcp:page', 'orders', '--provider', 'openai');
    expect(JSON.stringify(declared.answer)).toContain('"page__echo"');
    const call = ['run', 'page__echo', '--args', '{"text":"by hand"}'];
    const asked = await json(...call);
    expect(asked).toMatchObject({ code: 4, answer: { ending: { kind: 'denied' } } });
    const done = await json(...call, '--dangerously-approve');
    expect(done).toMatchObject({ code: 0, answer: { success: true, llmContent: 'by hand' } });
    const named = ['run', 'mcp:page', '--tool', 'page__echo', '--args', '{"text":"by its server"}'];
    expect((await json(...named, '--dangerously-approve')).answer.llmContent).toBe('by its server');
    expect((await page.one('page')).state.is).toBe('ready');
  });

  test('A4.40 a server over stdio offers them, and hears of a new one', async () => {
    const [file = '', ...before] = one.command;
    const args = [...before, 'mcp', '--workspace', workspace(), '--dangerously-approve'];
    const changed = vi.fn();
    const client = new Client(
      { name: 'test', version: '1' },
      { listChanged: { tools: { autoRefresh: false, onChanged: changed } } },
    );
    const env = { PATH: process.env.PATH ?? '' };
    await client.connect(new StdioClientTransport({ command: file, args, cwd: home, env }));
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toContain('page__echo');
    const said = await client.callTool({ name: 'page__echo', arguments: { text: 'over stdio' } });
    expect(JSON.stringify(said.content)).toContain('over stdio');
    await json('mcp', 'add', 'later', ...program);
    await expect.poll(() => changed.mock.calls.length, { timeout: 30_000 }).toBeGreaterThan(0);
    expect(await names()).toContain('later__echo');
    await client.close();
  });

  test('A4.40 the page hears of a server that was added and removed elsewhere', async () => {
    await json('mcp', 'add', 'gone', ...program);
    const tools = async () => (await runner.fetch('/api/tools?source=mcp')).text();
    await expect.poll(tools, { timeout: 30_000 }).toContain('mcp:gone');
    expect(await json('mcp', 'remove', 'gone')).toMatchObject({
      code: 0,
      answer: { removed: 'gone' },
    });
    expect(await page.send('', 'GET').then((all) => all.text())).not.toContain('mcp:gone');
    expect(await json('mcp', 'remove', 'gone')).toMatchObject({ code: 1 });
  });

  test('A4.40 the file of another program is taken, and its secrets stay secret', async () => {
    const args = [hostile];
    const mcpServers = {
      filed: { command: 'node', args, env: { TOKEN: 'hush-hush' } },
      old: { type: 'sse', url: 'http://127.0.0.1:9/sse' },
    };
    writeFileSync(at('claude.json'), `// mine\n${JSON.stringify({ mcpServers })}`);
    const { code, answer, stderr } = await json('mcp', 'add', '--from', at('claude.json'));
    // Nothing is granted by a file, so that the program is not there to start.
    expect({ code, left: answer.left }).toMatchObject({
      code: 3,
      left: [{ name: 'old', code: 'sse' }],
    });
    expect(stderr).toMatch(/"old" is left out.*\n.*"filed" was added but did not start/);
    const listed = await lathe(['mcp', 'list', '--json']);
    expect(JSON.parse(listed.stdout).servers[0]).toMatchObject({
      name: 'filed',
      secrets: ['TOKEN'],
    });
    expect(listed.stdout + stderr + JSON.stringify(answer)).not.toContain('hush-hush');
    expect(readFileSync(at('.lathe/mcp-servers.json'), 'utf8')).not.toContain('hush-hush');
    expect(statSync(at('.lathe/mcp-secrets.json')).mode & 0o777).toBe(0o600);
    expect((await page.one('filed')).secrets).toEqual(['TOKEN']);
  });

  test('S12 a secret that another command had is asked for again, and that one does not get it', async () => {
    const mcpServers = {
      moved: { command: 'node', args: [hostile], env: { TOKEN: 'moved-hush' } },
    };
    writeFileSync(at('moved.json'), JSON.stringify({ mcpServers }));
    await json('mcp', 'add', '--from', at('moved.json'));
    const { settings } = await page.one('moved');
    const args = ['-e', 'console.log(process.env.TOKEN)'];
    const way = { ...settings.way, args };
    await page.send('/moved', 'PUT', { settings: { ...settings, way } });
    const { stdout } = await lathe(['mcp', 'list']);
    expect(stdout).toMatch(
      /^moved .*\n  enter again: TOKEN \(saved for another address or command\)$/m,
    );
    const opened = await (await page.send('/moved/restart', 'POST', {})).json();
    expect(opened.state.fault).toMatchObject({ code: 'no-secret', values: { name: 'TOKEN' } });
    expect(readFileSync(at('.lathe/mcp-secrets.json'), 'utf8')).not.toContain('moved-hush');
    await json('mcp', 'remove', 'moved');
  });

  test('S9 a client secret comes from a variable, is kept for its owner alone and told to nobody', async () => {
    const url = ['mcp', 'add', 'club', '--url', 'http://127.0.0.1:9/mcp', '--json'];
    const client = [...url, '--client-id', 'me', '--client-secret', 'CLUB_SECRET'];
    const unset = await lathe(client);
    expect(unset.code).toBe(1);
    expect(unset.stdout + unset.stderr).toContain(
      'The environment variable \"CLUB_SECRET\" is not set',
    );
    const added = await lathe(client, { CLUB_SECRET: 'hush-hush-hush' });
    expect(JSON.parse(added.stdout).servers).toMatchObject([{ hasClientSecret: true }]);
    const listed = await lathe(['mcp', 'list', '--json']);
    expect([added, listed].map(({ stdout, stderr }) => stdout + stderr).join()).not.toContain(
      'hush',
    );
    expect(readFileSync(at('.lathe/mcp-sign-ins.json'), 'utf8')).toContain('hush-hush-hush');
    expect(statSync(at('.lathe/mcp-sign-ins.json')).mode & 0o777).toBe(0o600);
    await json('mcp', 'remove', 'club');
    expect(readFileSync(at('.lathe/mcp-sign-ins.json'), 'utf8')).not.toContain('hush');
  });

  test('A4.40 servers that are added at the same time are all kept', async () => {
    const names = ['a1', 'a2', 'a3'];
    const added = names.map((name) => json('mcp', 'add', name, ...program));
    const byPage = page.add('a4', hostileWay());
    await Promise.all([...added, byPage]);
    const kept = JSON.parse(readFileSync(at('.lathe/mcp-servers.json'), 'utf8'));
    expect(kept.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining([...names, 'a4']),
    );
  });

  test('A4.40 of two commands that add one name at once, the later is told that it is taken', async () => {
    const added = await Promise.all(
      ['one', 'two'].map((text) => lathe(['mcp', 'add', 'raced', '--', 'node', text])),
    );
    const [won, lost] = added[0]!.stderr.includes('already') ? added.reverse() : added;
    expect(lost).toMatchObject({ code: 2, stderr: expect.stringMatching(/"raced" already/) });
    expect(won!.stderr).not.toContain('already');
    const kept = JSON.parse(readFileSync(at('.lathe/mcp-servers.json'), 'utf8'));
    const named = kept.filter(({ name }: { name: string }) => name === 'raced');
    expect(named).toHaveLength(1);
  });

  test.each([
    [['nothing'], /Describe the server/],
    [['two', '--url', 'http://127.0.0.1:9', '--', 'node'], /Describe the server/],
    [['bad name', '--url', 'http://127.0.0.1:9'], /Use letters/],
    [['--from', 'nowhere.json'], /no file "nowhere.json"/],
  ])('lathe mcp add %j says what is wrong', async (args, said) => {
    const ran = await lathe(['mcp', 'add', ...args]);
    expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
  });

  test('S4 lathe mcp add tells a full list from a name that is taken', async () => {
    const full = mkdtempSync(join(tmpdir(), 'lathe-full-'));
    const way = { type: 'http', url: 'http://127.0.0.1:9/mcp' };
    const kept = Array.from({ length: 100 }, (_, one) => ({ name: `s${one}`, settings: { way } }));
    mkdirSync(join(full, '.lathe'));
    writeFileSync(join(full, '.lathe/mcp-servers.json'), JSON.stringify(kept));
    const codeOf = async (name: string) => {
      const args = ['mcp', 'add', name, '--url', way.url, '--workspace', full, '--json'];
      const { code, stdout, stderr } = await lathe(args);
      return { code, said: stdout + stderr };
    };
    const [more, again] = [await codeOf('more'), await codeOf('s1')];
    expect(more).toMatchObject({ code: 2, said: expect.stringContaining('too-many-servers') });
    expect(again).toMatchObject({ code: 2, said: expect.stringContaining('server-exists') });
    rmSync(full, { recursive: true });
  });

  test('S3 an allowed host is one of the command, too', async () => {
    await json('mcp', 'add', 'reaching', '--host', 'localhost:9', ...program);
    expect((await page.one('reaching')).settings.way).toMatchObject({
      grants: { net: ['localhost:9'] },
    });
  });

  test('an address that nobody answers at is kept, and says so', async () => {
    const header = 'Authorization=Bearer SOME_TOKEN';
    const args = ['mcp', 'add', 'far', '--url', 'http://127.0.0.1:9/mcp', '--header', header];
    const ran = await lathe(args, { SOME_TOKEN: 'hush' });
    expect(ran).toMatchObject({
      code: 3,
      stderr: expect.stringMatching(/"far" was added but did not start/),
    });
    expect((await page.one('far')).settings.way).toMatchObject({
      headers: [
        { name: 'Authorization', from: 'environment', variable: 'SOME_TOKEN', prefix: 'Bearer ' },
      ],
    });
    expect(existsSync(at('.lathe/mcp/far.json'))).toBe(true);
  });
});
