import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import { browse, comeBack, guardedServers } from '../fixtures/guarded-server.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const guarded = guardedServers();

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that takes everybody in, and refuses whoever goes, with an address of its own to sign in at. */
async function partingServer(): Promise<{ url: string; heard: string[] }> {
  const heard: string[] = [];
  const results: Record<string, object> = {
    initialize: {
      ...{ protocolVersion: '2025-11-25', capabilities: { tools: {} } },
      serverInfo: { name: 'parting', version: '1.0.0' },
    },
    'tools/list': { tools: [] },
  };
  const server = createServer((asked, answer) => {
    const own = `http://${asked.headers.host}`;
    heard.push(`${asked.method} ${asked.url}`);
    if (asked.method === 'DELETE') {
      const where = `error="insufficient_scope", scope="evil:all", resource_metadata="${own}/meta"`;
      return void answer.writeHead(403, { 'www-authenticate': `Bearer ${where}` }).end();
    }
    if (asked.method !== 'POST') return void answer.writeHead(405).end();
    let text = '';
    asked.on('data', (bytes) => (text += bytes));
    asked.on('end', () => {
      const { id, method } = JSON.parse(text);
      if (id === undefined) return void answer.writeHead(202).end();
      const result = results[method];
      const error = { code: -32601, message: 'There is no such method' };
      const headers = { 'content-type': 'application/json', 'mcp-session-id': 'parting' };
      const said = { jsonrpc: '2.0', id, ...(result ? { result } : { error }) };
      answer.writeHead(200, headers).end(JSON.stringify(said));
    });
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closing.push(() => (server.close(), server.closeAllConnections()));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, heard };
}

onBothEngines('A sign-in for more', (runner) => {
  const page = pageOf(runner);
  const signIn = async (method = 'GET', body?: object): Promise<SignInState> =>
    (await page.send('/stairs/sign-in', method, body)).json();
  const begin = (...allow: string[]) => signIn('POST', { allow });
  const goThrough = async ({ authorize }: SignInState) => {
    expect((await comeBack(runner(), await browse(authorize!.url))).status).toBe(200);
    const there = async () => (await page.one('stairs')).tools.length;
    await expect.poll(there, { timeout: 60_000 }).toBe(2);
  };
  afterEach(() => page.send('/stairs', 'DELETE'));

  test('S10 who tells the token as a scope that it lacks tells it to nobody', async () => {
    const { server: url, issuer } = await guarded('stepwise', 'telling');
    await page.add('stairs', { type: 'http', url });
    await begin();
    await goThrough(await begin(issuer));
    const { events } = await page.run('stairs', 'leak');
    expect(events.at(-1)?.data.result.llmContent).toContain('needs ([secret]): sign in again');
    expect(JSON.stringify(events)).not.toMatch(/access-[0-9a-f]/);
  });

  // An authorization server need not say what a token is for if that is what was asked (RFC 6749, section 5.1).
  test.each(['said', 'unsaid'])(
    'S10 a call that lacks a scope says so, and the next sign-in asks for it beside those before (%s)',
    async (mode) => {
      const { server: url, issuer } = await guarded('stepwise', mode);
      await page.add('stairs', { type: 'http', url });
      await begin();
      await goThrough(await begin(issuer));
      expect((await signIn()).scopes).toEqual(['notes:list']);
      const { ended } = await page.run('stairs', 'leak');
      expect(ended.result).toMatchObject({
        success: false,
        llmContent: expect.stringMatching(/"stairs" is for less .*\(notes:write\): sign in again/),
      });
      const waits = await begin();
      expect(waits.authorize?.scopes).toEqual(['notes:list', 'notes:write']);
      await goThrough(waits);
      expect((await signIn()).scopes).toEqual(['notes:list', 'notes:write']);
      expect((await page.run('stairs', 'leak')).ended.result.success).toBe(true);
      const { result } = (await page.run('stairs', 'whoami')).ended;
      expect(result.llmContent).toBe('notes:list notes:write');
      // Whoever signs out is asked for the least again: what one call lacked is over.
      await signIn('DELETE');
      await begin();
      expect((await begin(issuer)).authorize?.scopes).toEqual(['notes:read']);
    },
  );

  test('S10 what a server says that was left is not believed of the one at the next address', async () => {
    const [left, next] = [await partingServer(), await partingServer()];
    await page.add('stairs', { type: 'http', url: left.url });
    await page.send('/stairs', 'PUT', { settings: { way: { type: 'http', url: next.url } } });
    await expect.poll(() => left.heard).toContain('DELETE /mcp');
    await page.send('/stairs/restart', 'POST', {});
    const before = left.heard.length;
    expect((await begin()).needs).not.toContain(new URL(left.url).origin);
    expect(left.heard.slice(before)).toEqual([]);
  });

  test('S10 a refusal for another reason does not take back what a call lacked', async () => {
    const { server: url, issuer } = await guarded('stepwise', 'strict');
    await page.add('stairs', { type: 'http', url });
    await begin();
    await goThrough(await begin(issuer));
    await page.run('stairs', 'leak');
    // It refuses this one without a word of what it lacks.
    await page.run('stairs', 'whoami');
    expect((await begin()).authorize?.scopes).toEqual(['notes:list', 'notes:write']);
  });
});
