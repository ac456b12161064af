import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { eras, mcpClients } from '../fixtures/mcp-clients.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As } from '../fixtures/start-runner.ts';

const waits = { timeout: 20_000 };
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
const pieces = [
  { type: 'text', text: 'Look:' },
  { type: 'image', data: png, mimeType: 'image/png' },
  { type: 'audio', data: 'UklGRg==', mimeType: 'audio/wav' },
  { type: 'resource', resource: { uri: 'test://a', text: 'inside' } },
  { type: 'resource_link', uri: 'test://b', name: 'b' },
];
const shows = `import { McpServer } from '@modelcontextprotocol/server';
const server = new McpServer({ name: 'shows', version: '1' });
server.registerTool('shows', { description: 'Shows', annotations: { readOnlyHint: true } },
  async () => ({ content: ${JSON.stringify(pieces)} }));
`;
const typed = `import { createTool, Tool } from 'lathe';
import { z } from 'zod';
const said = (llmContent, metadata) => ({ success: true, llmContent, displayContent: 'done', metadata });
export const area = createTool({
  name: 'area', kind: 'readonly', description: { short: 'An area' },
  schema: z.object({ side: z.number() }), outputSchema: z.object({ area: z.number() }),
  execute: async ({ side }) => said('see', side < 0 ? {} : { structuredContent: { area: side * side } }),
});
export const sides = Tool.define('sides', {
  name: 'sides', category: 'custom', autoExecute: true, enabled: true, description: 'Sides',
  parameters: z.object({ count: z.number() }),
  outputSchema: { type: 'array', items: { type: 'integer' } },
  execute: async ({ count }) => ({ title: 't', output: count < 0 ? 'none' : '[' + count + ']', metadata: {} }),
});
`;
const lists = `def letters(word: str) -> list[str]:
    """Says the letters."""
    return list(word)

def wrong(word: str) -> list[int]:
    """Says what it should not."""
    return list(word)
`;
/** A sleep that no other program sleeps, so that it is known among them. */
const seconds = `600.${process.pid}${Date.now() % 10_000}`;
const sleeps = (): boolean => spawnSync('pgrep', ['-f', `sleep ${seconds}`]).status === 0;
const skill = `---
name: greet
description: Greets somebody
arguments: [who]
---
Greet $who, and leave $other as it is.
`;

onBothEngines('What MCP clients are offered', (runner) => {
  const clients = mcpClients(runner);
  afterEach(async () => {
    await clients.close();
  });
  const put = (id: string, files: object) =>
    runner().fetch(`/api/tools/${id}`, {
      ...{ method: 'PUT', headers: { 'If-None-Match': '*' }, body: { files } },
    });
  const share = async (shareFiles: boolean) => {
    const state = await runner().fetch('/api/settings', { as: 'page' });
    const { settings, revision } = await state.json();
    const body = { settings: { ...settings, mcp: { ...settings.mcp, shareFiles } }, revision };
    await runner().fetch('/api/settings', { as: 'page', method: 'PUT', body });
  };

  beforeAll(async () => {
    const { workspace } = runner();
    await runner().ready('python');
    await put('sleepy', shellFolder(`sleep ${seconds}`, { id: 'sleepy' }));
    await put('shows', { 'index.ts': shows });
    const region = { type: 'string', 'x-mcp-header': 'Region', enum: ['north', 'south'] };
    const parameters = { type: 'object', properties: { region, file: { type: 'string' } } };
    await put('where', shellFolder('echo "$region"', { id: 'where', parameters }));
    const sum = { type: 'object', properties: { sum: { type: 'integer' } }, required: ['sum'] };
    const adds = { id: 'adds', returns: sum };
    await put('adds', shellFolder('echo "{\\"sum\\": $text}"', adds));
    await put('lists', { 'lists.py': lists });
    await put('typed', { 'index.ts': typed });
    mkdirSync(join(workspace, 'skills/greet'), { recursive: true });
    writeFileSync(join(workspace, 'skills/greet/SKILL.md'), skill);
    mkdirSync(join(workspace, 'skills/odd'), { recursive: true });
    const odd = skill.replace('name: greet', 'name: odd').replaceAll('who', 'toString');
    writeFileSync(join(workspace, 'skills/odd/SKILL.md'), odd);
    const files = join(workspace, 'files');
    mkdirSync(join(files, 'deep'), { recursive: true });
    writeFileSync(join(files, 'deep/ä b.txt'), 'hello');
    writeFileSync(join(files, 'dot.png'), Buffer.from(png, 'base64'));
    symlinkSync('/etc/passwd', join(files, 'linked.txt'));
  });

  describe.each(eras)('in the protocol of $era', ({ mode }) => {
    const connect = (as: As = 'admin') => clients.connect({ mode, as });

    test('M7 a call that is cancelled ends its run, though no progress was asked for', async () => {
      const client = await connect();
      const cancel = new AbortController();
      const call = client.callTool(
        { name: 'sleepy', arguments: {} },
        { signal: cancel.signal, timeout: 60_000 },
      );
      const rejected = expect(call).rejects.toThrow();
      await expect.poll(sleeps, waits).toBe(true);
      cancel.abort();
      await rejected;
      await expect.poll(sleeps, waits).toBe(false);
      // Its program has ended before its run is written down.
      const newest = async () =>
        (await (await runner().fetch('/api/runs?tool=sleepy')).json()).runs[0]?.outcome;
      await expect.poll(newest, waits).toBe('cancelled');
    });

    test('M14 what is no text arrives as pieces of their own', async () => {
      const client = await connect();
      const shown = async () => client.callTool({ name: 'shows', arguments: {} });
      await expect
        .poll(
          async () =>
            shown().then(
              () => true,
              () => false,
            ),
          waits,
        )
        .toBe(true);
      const { content, _meta } = await shown();
      expect(content).toEqual(pieces);
      expect(JSON.stringify(_meta)).not.toContain(png);
    });

    test.each([
      ['adds', { text: '3' }, { sum: 3 }],
      ['adds', { text: '\"three\"' }, undefined],
      ['adds', { text: 'no JSON' }, undefined],
      ['area', { side: 3 }, { area: 9 }],
      ['area', { side: -1 }, undefined],
      ['sides', { count: 4 }, { result: [4] }],
      ['sides', { count: -1 }, undefined],
      ['letters', { word: 'abc' }, { result: ['a', 'b', 'c'] }],
      ['wrong', { word: 'abc' }, undefined],
    ])(
      'M20 %s %j answers by its schema, %j, or says that it did not',
      async (name, args, value) => {
        const client = await connect();
        const { tools } = await client.listTools();
        expect(tools.find((one) => one.name === name)?.outputSchema).toMatchObject({
          type: 'object',
        });
        // The client checks nothing here, so that what the server sends is seen.
        const asked = { method: 'tools/call' as const, params: { name, arguments: args } };
        const answer = await client.request(asked);
        expect(answer).toMatchObject({ isError: value === undefined });
        expect('structuredContent' in answer ? answer.structuredContent : undefined).toEqual(value);
        if (value === undefined) expect(JSON.stringify(answer)).toContain('not as it declares');
      },
    );

    test.each(['tools', 'prompts', 'resources'] as const)(
      'M15 a cursor of %s that nobody gave is refused',
      async (what) => {
        const client = await connect();
        for (const cursor of ['x', btoa('{}'), btoa(encodeURIComponent('{"after":[1]}'))]) {
          const asked = client.request({ method: `${what}/list`, params: { cursor } });
          await expect(asked).rejects.toMatchObject({ code: -32602 });
        }
      },
    );

    test('M16 skills and samples are prompts', async () => {
      const client = await connect();
      const { prompts } = await client.listPrompts();
      const who = [{ name: 'who', required: true }];
      expect(prompts.find(({ name }) => name === 'greet')).toMatchObject({
        ...{ description: 'Greets somebody', arguments: who },
      });
      const got = await client.getPrompt({ name: 'greet', arguments: { who: '$other' } });
      const text = 'Greet $other, and leave $other as it is.';
      expect(got.messages).toEqual([{ role: 'user', content: { type: 'text', text } }]);
      const sample = prompts.find(({ title }) => title?.startsWith('calc: '))?.name ?? '';
      const { messages } = await client.getPrompt({ name: sample });
      expect(JSON.stringify(messages)).toContain('Call the tool \\"calc\\"');
      // Its argument is called as what every object has.
      for (const name of ['greet', 'odd', '../tools', 'nothing'])
        await expect(client.getPrompt({ name, arguments: {} })).rejects.toMatchObject({
          code: -32602,
        });
    });

    test('M17 files are resources only where the person shares them', async () => {
      const client = await connect();
      const uris = async () => (await client.listResources()).resources.map(({ uri }) => uri);
      expect(await uris()).toEqual([]);
      await share(true);
      try {
        const all = await uris();
        const uri = all.find((one) => one.endsWith('/deep/%C3%A4%20b.txt')) ?? '';
        expect(all.filter((one) => one.includes('linked'))).toEqual([]);
        const read = async (one: string) => (await client.readResource({ uri: one })).contents;
        expect(await read(uri)).toEqual([{ uri, mimeType: 'text/plain', text: 'hello' }]);
        const dot = uri.replace(/deep\/.*$/, 'dot.png');
        expect(await read(dot)).toEqual([{ uri: dot, mimeType: 'image/png', blob: png }]);
        const wrong = ['linked.txt', '../.lathe/settings.json', '%2e%2e/tools', 'none', 'deep'];
        for (const name of [
          ...wrong.map((one) => uri.replace(/deep\/.*$/, one)),
          'file:///etc/passwd',
        ])
          await expect(read(name), name).rejects.toMatchObject({ code: -32602 });
        const nobody = await connect('user');
        expect((await nobody.listResources()).resources).toEqual([]);
        expect((await nobody.listPrompts()).prompts).toEqual([]);
        await expect(nobody.readResource({ uri })).rejects.toThrow();
      } finally {
        await share(false);
      }
      await expect.poll(uris, waits).toEqual([]);
    });

    test('M18 choices and shared files complete an argument', async () => {
      const client = await connect();
      const values = async (name: string, value: string) => {
        const ref = { type: 'ref/prompt' as const, name: 'where' };
        return (await client.complete({ ref, argument: { name, value } })).completion.values;
      };
      expect(await values('region', 'n')).toEqual(['north']);
      expect(await values('file', 'de')).toEqual([]);
      await share(true);
      try {
        expect(await values('file', 'de')).toEqual(['deep/ä b.txt']);
      } finally {
        await share(false);
      }
    });
  });

  test('M21 without a token it says how one is given', async () => {
    const answer = await runner().fetch('/mcp', { as: 'nobody', method: 'POST', body: {} });
    expect(answer.status).toBe(401);
    expect(answer.headers.get('WWW-Authenticate')).toMatch(/^Bearer /);
  });

  const call = (region: string, headers: Record<string, string>) => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const params = { name: 'where', arguments: { region }, _meta };
    return runner().fetch('/mcp', {
      method: 'POST',
      body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params },
      headers: {
        Accept: 'application/json, text/event-stream',
        ...{
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': 'tools/call',
          'Mcp-Name': 'where',
        },
        ...headers,
      },
    });
  };
  test.each([
    ['north', { 'Mcp-Param-Region': 'north' }, 200],
    ['north', { 'Mcp-Param-Region': '=?base64?bm9ydGg=?=' }, 200],
    ['north', { 'Mcp-Param-Region': 'south' }, 400],
    ['north', { 'Mcp-Param-Region': '=?base64?bm9ydGg?=' }, 400],
    ['north', {}, 400],
  ])('M19 of a parameter in a header, %s goes with %j: %i', async (region, headers, status) => {
    const answer = await call(region, headers as Record<string, string>);
    expect(answer.status).toBe(status);
    if (status === 400) expect((await answer.json()).error.code).toBe(-32020);
  });
});
