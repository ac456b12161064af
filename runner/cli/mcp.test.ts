import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { shellFolder } from '../server/fixtures/shell-folder.ts';
import { home, startRunner } from '../server/fixtures/start-runner.ts';
import type { EngineName, StartedRunner } from '../server/fixtures/start-runner.ts';
import { engines, startLathe } from './fixtures/start-lathe.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

describe.each(engines)('lathe mcp on $engine', ({ engine, command }) => {
  let runner: StartedRunner | undefined;
  const workspace = () => runner?.workspace ?? '';
  const write = (id: string, files: Record<string, string>) => {
    mkdirSync(join(workspace(), 'tools', id), { recursive: true });
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(workspace(), 'tools', id, name), text);
  };
  const put = (path: string, body: unknown) =>
    runner?.fetch(path, { as: 'page', method: 'PUT', body });

  beforeAll(async () => {
    // A runner holds the workspace all the time.
    runner = await (await startRunner(engine.toLowerCase() as EngineName)).enter();
    write('say_it', shellFolder('echo "said: $text"', { id: 'say_it' }));
    write('makes', shellFolder('touch made', { id: 'makes' }));
    write('sleepy', shellFolder('echo begun; sleep 60', { id: 'sleepy' }));
    write('off', shellFolder('echo off', { id: 'off' }));
    await put('/api/tools/off/enabled', { enabled: false });
  });
  afterAll(() => runner?.discard());

  const open: Client[] = [];
  afterEach(() => Promise.all(open.splice(0).map((client) => client.close())));
  const connect = async (args: string[], onChanged = vi.fn()) => {
    const [program = '', ...before] = command;
    const transport = new StdioClientTransport({
      ...{ command: program, args: [...before, 'mcp', ...args], cwd: home, stderr: 'pipe' },
    });
    const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged } };
    const client = new Client({ name: 'test', version: '1' }, { listChanged });
    const broken = vi.fn();
    client.onerror = broken;
    await client.connect(transport);
    open.push(client);
    return { client, broken };
  };
  const text = (said: string | RegExp) => [
    { type: 'text', text: typeof said === 'string' ? said : expect.stringMatching(said) },
  ];

  test('M12 a workspace that a runner has open is served by its settings', async () => {
    const onChanged = vi.fn();
    const { client, broken } = await connect(['--workspace', workspace()], onChanged);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(expect.arrayContaining(['calc', 'say_it', 'todo_list', 'Read']));
    expect(await names()).not.toContain('off');

    const said = await client.callTool({ name: 'say_it', arguments: { text: 'hi' } });
    expect(said).toMatchObject({ content: text('said: hi\n'), isError: false });
    const counted = await client.callTool({
      ...{ name: 'calc', arguments: { a: 1, op: '+', b: 2 } },
    });
    expect(counted).toMatchObject({ content: text('3\n') });
    await expect(client.callTool({ name: 'off', arguments: {} })).rejects.toMatchObject({
      code: -32602,
    });

    const denied = await client.callTool({ name: 'makes', arguments: {} });
    expect(denied).toMatchObject({ content: text(/"\/mcp" of a running Lathe/), isError: true });

    const cancel = new AbortController();
    const sleeping = client.callTool(
      { name: 'sleepy', arguments: {} },
      { signal: cancel.signal, onprogress: () => cancel.abort() },
    );
    await expect(sleeping).rejects.toThrow();

    write('came_later', shellFolder('echo later', { id: 'came_later' }));
    await expect.poll(() => onChanged.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await names()).toContain('came_later');
    const { length } = onChanged.mock.calls;
    await put('/api/tools/came_later/enabled', { enabled: false });
    await expect
      .poll(() => onChanged.mock.calls.length, { timeout: 20_000 })
      .toBeGreaterThan(length);
    expect(await names()).not.toContain('came_later');
    // Every line on stdout was a message.
    expect(broken).not.toHaveBeenCalled();
  });

  test('M12 what the person refused for good stays refused, whatever is approved', async () => {
    write('no_more', shellFolder('touch "$text"', { id: 'no_more' }));
    const args = { text: 'x' };
    await runner?.run({ toolId: 'no_more', arguments: args }, 'page', async ({ event, data }) => {
      if (event !== 'approval') return;
      const path = `/api/runs/${data.runId}/decision`;
      const body = { id: data.id, answer: 'deny', scope: 'always' };
      await runner?.fetch(path, { as: 'page', method: 'POST', body });
    });
    const { client } = await connect(['--workspace', workspace(), '--dangerously-approve']);
    const call = (text: string) => client.callTool({ name: 'no_more', arguments: { text } });
    const refused = await call('x');
    expect(refused).toMatchObject({ content: text(/refused this call/), isError: true });
    expect(await call('y')).toMatchObject({ isError: false });
  });

  test('M12 so are the tools of paths, and what is asked for when that was said', async () => {
    const path = join(workspace(), 'tools/makes');
    const file = join(workspace(), 'lines.sh');
    writeFileSync(file, '# @cmd Says so\nsay_so() { echo so; }\n');
    const onChanged = vi.fn();
    const given = [path, 'examples/calc', file, '--dangerously-approve'];
    const { client } = await connect(given, onChanged);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(['makes', 'calc', 'say_so']);
    writeFileSync(file, '# @cmd Says more\nsay_more() { echo more; }\n');
    await expect.poll(() => onChanged.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await names()).toEqual(['makes', 'calc', 'say_more']);
    const made = await client.callTool({ name: 'makes', arguments: {} });
    expect(made.isError).toBe(false);
  });

  test('M12 what the settings switch off is none of the tools of paths', async () => {
    const onChanged = vi.fn();
    const given = ['off', 'say_it'].map((id) => join(workspace(), 'tools', id));
    const { client } = await connect([...given, '--dangerously-approve'], onChanged);
    const names = async () => (await client.listTools()).tools.map(({ name }) => name);
    expect(await names()).toEqual(['say_it']);
    const call = () => client.callTool({ name: 'say_it', arguments: { text: 'hi' } });
    expect(await call()).toMatchObject({ content: text('said: hi\n') });
    await put('/api/tools/say_it/enabled', { enabled: false });
    // Whatever the list still says.
    await expect(call()).rejects.toMatchObject({ code: -32602 });
    await expect.poll(() => onChanged.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
    expect(await names()).toEqual([]);
    await put('/api/tools/say_it/enabled', { enabled: true });
    await expect.poll(names, { timeout: 20_000 }).toEqual(['say_it']);
  });

  test('M12 it ends when its client has gone', async () => {
    const bare = join(workspace(), 'bare');
    mkdirSync(join(bare, 'tools'), { recursive: true });
    const ran = await startLathe(command, ['mcp', '--workspace', bare]);
    expect(ran).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

test.each([
  [['nothing/here'], /no file or folder "nothing\/here"/],
  [['--workspace', 'shared'], /is not a workspace/],
  [['--workspace', 'x', 'examples/calc'], /not both/],
])('M12 %j says what is wrong, and nothing on stdout', async (args, said) => {
  const ran = await startLathe(engines.at(-1)?.command ?? [], ['mcp', ...args]);
  expect(ran).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(said) });
});
