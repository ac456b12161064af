import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client, ClientOptions } from '@modelcontextprotocol/client';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { everyTool, layOutEveryTool } from '../fixtures/every-tool.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, Sent } from '../fixtures/start-runner.ts';

/** A tool as the list of tools names it. */
interface Named {
  name: string;
  displayName?: string;
}

const waits = { timeout: 20_000 };
onBothEngines('MCP over HTTP', (runner) => {
  const clients = mcpClients(runner);
  let elsewhere: string;
  afterAll(() => rmSync(elsewhere, { recursive: true, force: true }));
  afterEach(async () => {
    await clients.close();
  });

  const put = (id: string, files: object) =>
    runner().fetch(`/api/tools/${id}`, {
      ...{ method: 'PUT', headers: { 'If-None-Match': '*' }, body: { files } },
    });
  const enable = async (id: string, enabled: boolean) => {
    const sent = { as: 'page' as const, method: 'PUT', body: { enabled } };
    expect((await runner().fetch(`/api/tools/${id}/enabled`, sent)).status).toBe(204);
  };
  const runs = async () => (await (await runner().fetch('/api/runs')).json()).runs;

  beforeAll(async () => {
    await runner().ready('python');
    await put('loud', shellFolder('echo one; sleep 1; echo two', { id: 'loud' }));
    await put('sleepy', shellFolder('echo begun; sleep 60', { id: 'sleepy' }));
    await put('wipes', shellFolder('rm -rf "$text"', { id: 'wipes' }));
    await put('shuzi', shellFolder('echo 1', { id: '数字' }));
    await put('wenben', shellFolder('echo 2', { id: '文本' }));
    elsewhere = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-elsewhere-')));
    layOutEveryTool(runner().workspace, elsewhere);
    mkdirSync(join(runner().workspace, 'files/sub'));
    const state = await runner().fetch('/api/settings', { as: 'page' });
    const { settings, revision } = await state.json();
    const modules = { ...settings.modules, paths: [elsewhere] };
    const body = { settings: { ...settings, modules }, revision };
    await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
    const all = everyTool.map(({ name }) => name);
    await vi.waitFor(async () => {
      const { declarations } = await (
        await runner().fetch('/api/declarations?provider=mcp')
      ).json();
      const declared = declarations.map(({ name }: { name: string }) => name);
      expect(declared).toEqual(expect.arrayContaining(all));
    }, waits);
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = (as: As = 'admin', more: ClientOptions = {}, query = '') =>
      clients.connect({ mode, as, query, ...more });
    const names = async (client: Client) =>
      (await client.listTools()).tools.map(({ name }) => name);

    test('M1 the enabled tools are listed as the MCP declarations have them', async () => {
      const { tools } = await (await connect()).listTools();
      const path = '/api/declarations?provider=mcp';
      const { declarations } = await (await runner().fetch(path)).json();
      const fitting = declarations.filter(({ name }: { name: string }) => !/^_+$/.test(name));
      expect(fitting.length).toBeGreaterThan(20);
      const list = await (await runner().fetch('/api/tools')).json();
      const shown = new Map<string, string>(
        list.tools
          .flatMap(({ tools: ofUnit }: { tools: Named[] }) => ofUnit)
          .map(({ name, displayName = name }: Named) => [name, displayName]),
      );
      expect(tools).toEqual(
        expect.arrayContaining(
          fitting.map((one: { name: string }) =>
            expect.objectContaining({ ...one, title: shown.get(one.name) }),
          ),
        ),
      );
      expect(tools).toHaveLength(declarations.length);
      expect(tools.find(({ name }) => name === 'Read')).toMatchObject({
        annotations: { readOnlyHint: true },
      });
    });

    test.each(everyTool)('M1 M3 $name of the $source tools is listed and called', async (tool) => {
      const { name, readOnly, says } = tool;
      const client = await connect();
      const { tools } = await client.listTools();
      const hint = tools.find((one) => one.name === name)?.annotations?.readOnlyHint ?? false;
      expect(hint).toBe(readOnly);
      const answer = await client.callTool({ name, arguments: tool.arguments });
      expect(answer).toMatchObject({ isError: false, content: [{ type: 'text', text: says }] });
      expect((await runs())[0]).toMatchObject({ tool: name, outcome: 'finished' });
    });

    test('A4.41 plan mode offers what only reads, and a call may say that it is on', async () => {
      const client = await connect('admin', {}, '?mode=plan');
      const offered = await names(client);
      const readOnly = everyTool.filter((tool) => tool.readOnly).map(({ name }) => name);
      const all = everyTool.map(({ name }) => name);
      expect(offered.filter((name) => all.includes(name)).sort()).toEqual(readOnly.sort());
      const call = { name: 'layered_say', arguments: { what: 'hi' } };
      await expect(client.callTool(call)).rejects.toThrow('There is no tool');
      const _meta = { 'lathe/context': { mode: 'plan' } };
      const said = await (await connect()).callTool({ ...call, _meta });
      expect(said.isError).toBe(true);
      expect(said.content).toMatchObject([{ text: expect.stringContaining('Plan mode is on') }]);
      await expect(connect('admin', {}, '?mode=other')).rejects.toThrow();
    });

    test('A3.15 A4.47 what a client says of a call reaches the tool, and is checked', async () => {
      const client = await connect();
      const call = async (context: object) =>
        client.callTool({
          ...{ name: 'Bash', arguments: { command: 'pwd' } },
          _meta: { 'lathe/context': context },
        });
      const cwd = join(realpathSync(runner().workspace), 'files/sub');
      expect((await call({ cwd })).content).toEqual([{ type: 'text', text: cwd }]);
      await expect(call({ cwd: 'relative' })).rejects.toThrow('lathe/context.cwd');
    });

    test('M2 names with signs that MCP does not take are told apart, and called', async () => {
      const client = await connect();
      const { tools } = await client.listTools();
      const written = tools.filter(({ title }) => title === '数字' || title === '文本');
      expect(written.map(({ name }) => name)).toEqual(['__', '___2']);
      for (const { name, title, _meta } of written) {
        expect(_meta?.['lathe/losses']).toEqual([expect.stringContaining('/name')]);
        const { content } = await client.callTool({ name, arguments: {} });
        expect(content).toEqual([{ type: 'text', text: title === '数字' ? '1\n' : '2\n' }]);
      }
    });

    test('M3 a call goes through the pipeline and stands in the history', async () => {
      const client = await connect();
      const args = { a: 1, op: '+', b: 2 };
      const answer = await client.callTool({ name: 'calc', arguments: args });
      expect(answer).toMatchObject({
        content: [{ type: 'text', text: '3\n' }],
        isError: false,
        _meta: {
          'lathe/displayContent': '[calc] result: 3',
          'lathe/ending': 'finished',
          'lathe/metadata': { return_code: 0 },
        },
      });
      expect((await runs())[0]).toMatchObject({ tool: 'calc', outcome: 'finished' });
    });

    test.each([
      ['calc', { a: 1, op: '/', b: 0 }, /division by zero/],
      ['calc', { a: 'x', op: '+' }, /"?b"?/],
      ['wipes', { text: 'x' }, /forbidden|denied|[Nn]obody/],
    ])('M4 %s %j fails as a result that the model can read', async (name, args, said) => {
      const answer = await (await connect()).callTool({ name, arguments: args });
      expect(answer.isError).toBe(true);
      expect(answer.content).toEqual([{ type: 'text', text: expect.stringMatching(said) }]);
      expect(answer._meta?.['lathe/error']).toMatchObject({ message: expect.any(String) });
    });

    test('M5 an unknown tool, and one that is switched off, are errors of the protocol', async () => {
      const client = await connect();
      const call = (name: string) => client.callTool({ name, arguments: {} });
      await expect(call('nothing_here')).rejects.toMatchObject({ code: -32602 });
      await enable('loud', false);
      try {
        expect(await names(client)).not.toContain('loud');
        await expect(call('loud')).rejects.toThrow('There is no tool "loud"');
      } finally {
        await enable('loud', true);
      }
    });

    test('M6 output arrives as progress while the tool runs, where it was asked for', async () => {
      const told: unknown[] = [];
      const answer = await (
        await connect()
      ).callTool(
        { name: 'loud', arguments: {} },
        { onprogress: ({ message }) => void told.push(message) },
      );
      expect(answer.content).toEqual([{ type: 'text', text: 'one\ntwo\n' }]);
      expect(told.join('')).toBe('one\ntwo\n');
      expect(told.length).toBeGreaterThan(1);
    });

    test('M7 a call that is cancelled ends its run', async () => {
      const client = await connect();
      const cancel = new AbortController();
      const { total } = await (await runner().fetch('/api/runs?tool=sleepy')).json();
      const call = client.callTool(
        { name: 'sleepy', arguments: {} },
        { signal: cancel.signal, onprogress: () => cancel.abort() },
      );
      await expect(call).rejects.toThrow();
      const outcomes = async () =>
        (await (await runner().fetch('/api/runs?tool=sleepy')).json()).runs.map(
          ({ outcome }: { outcome: string }) => outcome,
        );
      await expect.poll(outcomes, waits).toEqual(Array(total + 1).fill('cancelled'));
    });

    test('M8 a client is told when the tools have changed', async () => {
      const onChanged = vi.fn();
      const listChanged = { tools: { autoRefresh: false, debounceMs: 0, onChanged } };
      const client = await connect('admin', { listChanged });
      // A session's stream of news opens by itself, some time after the handshake.
      await expect
        .poll(async () => {
          await enable('echo', false);
          await enable('echo', true);
          return onChanged.mock.calls.length;
        }, waits)
        .toBeGreaterThan(0);
      expect(await names(client)).toContain('echo');
    });

    test('M9 the user token is told of no tool and calls none', async () => {
      const client = await connect('user');
      expect(await names(client)).toEqual([]);
      for (const name of ['calc', 'Read'])
        await expect(client.callTool({ name, arguments: {} })).rejects.toThrow('There is no tool');
    });

    test.each(['page', 'nobody'] as const)('M9 no %s connects', async (as) => {
      await expect(connect(as)).rejects.toThrow();
    });

    test('M10 what is asked for waits for the page, whose answer counts', async () => {
      const client = await connect();
      const asPage = async (path: string, more: Sent = {}) =>
        runner().fetch(path, { as: 'page', ...more });
      const leave = new AbortController();
      const onprogress = vi.fn();
      // The page is there once its stream of news has begun.
      await asPage('/api/changes', { signal: leave.signal });
      try {
        const args = { file_path: 'by-mcp.txt', contents: 'x' };
        const call = client.callTool({ name: 'Write', arguments: args }, { onprogress });
        const waiting = async () => (await (await asPage('/api/approvals')).json()).approvals;
        await expect.poll(waiting, waits).toHaveLength(1);
        const [{ id, runId }] = await waiting();
        const body = { id, answer: 'allow', scope: 'once' };
        await asPage(`/api/runs/${runId}/decision`, { method: 'POST', body });
        expect((await call).isError).toBe(false);
      } finally {
        leave.abort();
      }
      const [told] = onprogress.mock.calls[0] ?? [];
      expect(told.message).toContain("waits for a person's approval");
    });
  });

  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: {
      ...{ protocolVersion: '2025-11-25', capabilities: {} },
      clientInfo: { name: 'test', version: '1' },
    },
  };
  const Accept = 'application/json, text/event-stream';
  const post = (body: unknown, headers: Record<string, string> = {}, as: As = 'admin') =>
    runner().fetch('/mcp', { as, method: 'POST', body, headers: { Accept, ...headers } });

  test('M11 a session is its caller’s alone, and ends when it is told to', async () => {
    const id = (await post(initialize)).headers.get('Mcp-Session-Id') ?? '';
    expect(id).not.toBe('');
    const session = { 'Mcp-Session-Id': id };
    const list = { jsonrpc: '2.0', id: 2, method: 'tools/list' };
    expect((await post(list, session, 'user')).status).toBe(404);
    expect((await post(list, session)).status).toBe(200);
    const headers = { Accept, ...session };
    expect((await runner().fetch('/mcp', { method: 'DELETE', headers })).status).toBe(200);
    expect((await post(list, session)).status).toBe(404);
  });

  test('M11 of very many sessions the one that was used longest ago makes room', async () => {
    const begin = async () => {
      const answer = await post(initialize);
      await answer.text();
      return { 'Mcp-Session-Id': answer.headers.get('Mcp-Session-Id') ?? '' };
    };
    const list = async (session: Record<string, string>) => {
      const answer = await post({ jsonrpc: '2.0', id: 2, method: 'tools/list' }, session);
      await answer.text();
      return answer.status;
    };
    const [used, unused] = [await begin(), await begin()];
    for (let more = 0; more < 40; more += 1) await begin();
    expect(await list(used)).toBe(200);
    for (let more = 0; more < 40; more += 1) await begin();
    expect(await list(used)).toBe(200);
    expect(await list(unused)).toBe(404);
  });

  test('M11 a request without a session is answered by itself', async () => {
    const answer = await post({ jsonrpc: '2.0', id: 7, method: 'tools/list' });
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('"name":"calc"');
  });

  test.each([
    ['not JSON', '{', 400],
    ['no message', '"x"', 400],
    ['nested too deep', `[${'['.repeat(200)}${']'.repeat(200)}]`, 400],
    ['no call', '{"jsonrpc": "2.0"}', 400],
    ['too large', `{"x": "${'x'.repeat(17 * 1024 * 1024)}"}`, 413],
  ])('promise 10: a body that is %s', async (_, body, status) => {
    expect((await post(body)).status).toBe(status);
  });
});
