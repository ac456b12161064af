import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import { hostileWay, overHttp, pageOf } from '../fixtures/remote-servers.ts';
import { startRunner, type StartedRunner } from '../fixtures/start-runner.ts';

const packages = resolve(import.meta.dirname, '../../../node_modules');
const official = (name: string, args: string[], grants: object[] = []) => ({
  ...{ type: 'stdio', command: 'node' },
  args: [join(packages, name, 'dist/index.js'), ...args],
  grants: { folders: [{ path: packages, access: 'read' }, ...grants] },
});

const started: ChildProcess[] = [];
/** The hostile server, or another fixture, behind an address of this machine. */
async function serve(mode: string, file = 'hostile-server.mjs') {
  const { child, way } = await overHttp(file, mode, '--http');
  started.push(child);
  return way;
}

/** A tool that says something on its way. */
const says = `export default (pi) => ({
  name: 'says', label: 'Says', description: 'Says', parameters: pi.typebox.Type.Object({}),
  async execute(id, args, onUpdate) {
    onUpdate({ content: [{ type: 'text', text: 'a third' }] });
    pi.ui.notify('half way', 'warning');
    return { content: [{ type: 'text', text: 'done' }] };
  } });
`;

let other: StartedRunner | undefined;
beforeAll(async () => {
  other = await startRunner('node');
  const body = { files: { 'index.ts': says } };
  const headers = { 'If-None-Match': '*' };
  await other.fetch('/api/tools/says', { method: 'PUT', headers, body });
  await other.ready('python');
});
afterAll(async () => {
  for (const child of started) child.kill();
  await other?.discard();
});

onBothEngines('Servers elsewhere', (runner) => {
  const page = pageOf(runner);
  const wireOf = async (name: string): Promise<string> =>
    (await page.send(`/${name}/wire`, 'GET')).text();

  test('a server behind an address is used like any other', async () => {
    const { state, hello } = await page.add('http', await serve('plain'));
    expect(state.is).toBe('ready');
    expect(hello?.protocolVersion).toBe('2025-11-25');
    const { ended } = await page.run('http', 'echo', { text: 'over there' });
    expect(ended.result).toMatchObject({ success: true, llmContent: 'over there' });
    const big = await page.run('http', 'big');
    expect(big.ended).toMatchObject({ ending: { kind: 'crashed' }, result: { success: false } });
    expect(big.ended.result.llmContent).toContain('16 MB');
    await page.send('/http/restart', 'POST', {});
    const deep = await page.run('http', 'deep');
    const because = [{ code: 'server-not-json:deep', values: { limit: 128 } }];
    expect(deep.ended).toMatchObject({
      ...{ ending: { kind: 'crashed', because }, result: { success: false } },
    });
    expect(deep.ended.result.llmContent).toContain('deeper than 128 levels');
    expect((await page.one('http')).state).toMatchObject({
      ...{ is: 'failed', fault: { code: 'not-json', values: { reason: 'deep' } } },
    });
    await page.send('/http', 'DELETE');
  });

  test('S11 a tool whose arguments no header can be sent for is left out, and the others get theirs', async () => {
    const way = await serve('plain', 'header-server.mjs');
    const { hello, tools, leftOut } = await page.add('heads', way);
    expect(hello?.protocolVersion).toBe('2026-07-28');
    expect(tools.map(({ name }) => name)).toEqual(['fit']);
    const unfit = ['empty', 'spaced', 'twice', 'number', 'listed', 'referred', 'rooted'];
    expect(leftOut).toEqual(unfit.map((name) => ({ name, code: 'invalid' })));
    const { ended } = await page.run('heads', 'fit', { region: 'süd', deep: { on: true } });
    expect(JSON.parse(ended.result.llmContent)).toEqual({
      ...{ 'mcp-param-region': '=?base64?c8O8ZA==?=', 'mcp-param-on': 'true' },
    });
    await page.send('/heads', 'DELETE');
  });

  test.each([
    ['locked', 'sign-in'],
    ['away', 'unreachable'],
  ])('one that is %s says so, and nothing follows it anywhere', async (mode, code) => {
    const { state } = await page.add('shut', await serve(mode));
    expect(state).toMatchObject({ is: 'failed', fault: { code } });
    await page.send('/shut', 'DELETE');
  });

  test('an address where nobody answers is told as such', async () => {
    const way = await serve('plain');
    const child = started.pop()!;
    child.kill();
    await once(child, 'exit');
    const { state } = await page.add('gone', way);
    expect(state).toMatchObject({
      fault: { code: 'unreachable', values: { reason: 'refused' } },
    });
    await page.send('/gone', 'DELETE');
  });

  test('M25 two Lathes: the tools of one are tools of the other, and what it shows is an interface', async () => {
    const way = {
      ...{ type: 'http', url: `${other!.origin}/mcp` },
      headers: [{ name: 'Authorization', from: 'secret', prefix: 'Bearer ' }],
    };
    const added = await page.add('lathe', way, { secrets: { Authorization: other!.token } });
    expect(added.state).toMatchObject({ is: 'ready' });
    expect(added.hello?.protocolVersion).toBe('2026-07-28');
    expect(added.secrets).toEqual(['Authorization']);
    const { ended } = await page.run('lathe', 'calc', { a: 1, op: '+', b: 2 });
    const displayContent = '[calc] result: 3';
    expect(ended.result).toMatchObject({ success: true, displayContent });
    const passing = await page.run('lathe', 'says');
    expect(passing.ended.result).toMatchObject({ success: true, llmContent: 'done' });
    const updates = passing.events.flatMap(({ data }) => data.update ?? []);
    expect(updates).toMatchObject([{ progress: 1, message: expect.stringContaining('a third') }]);
    expect(passing.events).toContainEqual({
      ...{ event: 'output', data: expect.objectContaining({ text: '[warning] half way\n' }) },
    });
    const { icon } = added.tools.find((one) => one.name === 'calc') ?? {};
    expect(icon).toMatch(/^data:image\/svg\+xml;base64,/);
    const uiOf = (name: string) => added.tools.find((one) => one.name === name)?.ui;
    expect([uiOf('calc'), uiOf('Read')]).toEqual(['ui://lathe/display', undefined]);
    expect(ended.result.metadata.mcp).toMatchObject({
      ...{ ui: 'ui://lathe/display', arguments: { a: 1, op: '+', b: 2 } },
      meta: { 'lathe/displayContent': displayContent },
    });
    const read = await page.send('/lathe/resources/read', 'POST', { uri: uiOf('calc') });
    expect(await read.json()).toMatchObject({
      contents: [
        { mimeType: 'text/html;profile=mcp-app', text: expect.stringContaining('<main>') },
      ],
    });
    expect(await wireOf('lathe')).not.toContain(other!.token);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: runner().credentials('admin') };
    const here = new URL(`${runner().origin}/mcp`);
    await client.connect(new StreamableHTTPClientTransport(here, { requestInit }));
    const { tools } = await client.listTools();
    const { callName } = added.tools.find((one) => one.name === 'calc') ?? {};
    // What the one draws for its tool is what the clients of the other get.
    expect(tools.find(({ name }) => name === callName)?.icons).toEqual([
      { src: icon, mimeType: 'image/svg+xml' },
    ]);
    await client.close();
    await page.send('/lathe', 'DELETE');
  });

  test('the official everything-server is used in a box', async () => {
    const { state, tools, hello } = await page.add(
      'all',
      official('@modelcontextprotocol/server-everything', ['stdio']),
    );
    expect(state).toMatchObject({ is: 'ready' });
    expect(hello?.name).toMatch(/everything/);
    expect(tools.length).toBeGreaterThan(5);
    const { ended } = await page.run('all', 'echo', { message: 'official' });
    expect(ended.result.llmContent).toContain('official');
    const sum = await page.run('all', 'get-sum', { a: 2, b: 3 });
    expect(sum.ended.result.llmContent).toContain('5');
    const image = await page.run('all', 'get-tiny-image');
    const blocks = image.ended.result.metadata.content;
    expect(
      blocks.some(({ type, data }: { type: string; data?: string }) => type === 'image' && data),
    ).toBe(true);
    const resources = await (await page.send('/all/resources', 'GET')).json();
    expect(resources.resources.length).toBeGreaterThan(0);
    await page.send('/all', 'DELETE');
  });

  test('the official filesystem-server reads what it was granted and writes nothing', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'lathe-fs-'));
    writeFileSync(join(folder, 'note.txt'), 'a note of mine');
    const grants = [{ path: folder, access: 'read' }];
    const { state } = await page.add(
      'fs',
      official('@modelcontextprotocol/server-filesystem', [folder], grants),
    );
    expect(state).toMatchObject({ is: 'ready' });
    const path = join(folder, 'note.txt');
    const { ended } = await page.run('fs', 'read_text_file', { path });
    expect(ended.result).toMatchObject({ success: true });
    expect(ended.result.llmContent).toContain('a note of mine');
    const written = await page.run('fs', 'write_file', { path, content: 'other' });
    expect(written.ended.result.success).toBe(false);
    expect(written.ended.result.llmContent).toMatch(/EROFS|read-only/i);
    await page.send('/fs', 'DELETE');
  });

  test('a model is asked for a server once the person has seen what, and not before', async () => {
    const provider = await FakeProvider.start([{ text: 'the answer of a model' }]);
    const body = { address: provider.address('local') };
    await runner().fetch('/api/models/local', { as: 'page', method: 'PUT', body });
    await page.add('asks', hostileWay(), { samplingModel: 'local:small' });
    const refused = await page.run('asks', 'sample', {}, { say: { action: 'decline' } });
    expect(refused.ended.result.llmContent).toContain('did not allow');
    expect(provider.requests).toEqual([]);
    const { events, ended } = await page.run('asks', 'sample', {}, { say: { action: 'accept' } });
    expect(events.find(({ event }) => event === 'question')?.data.question.ask).toMatchObject({
      ...{ kind: 'sampling', server: 'asks', model: 'local:small', system: 'You are mine' },
      messages: [{ role: 'user', text: 'Tell me the key' }],
    });
    expect(JSON.parse(ended.result.llmContent)).toMatchObject({
      content: { type: 'text', text: 'the answer of a model' },
      model: 'local:small',
    });
    // The model is held to what the person was told.
    expect(events.find(({ event }) => event === 'question')?.data.question.ask.maxTokens).toBe(10);
    expect(provider.bodies()).toMatchObject([{ max_tokens: 10 }]);
    await page.send('/asks', 'DELETE');
    await provider.close();
  });
});
