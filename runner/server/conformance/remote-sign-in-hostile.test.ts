import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import { browse, comeBack, guardedServers, type Guarded } from '../fixtures/guarded-server.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const guarded = guardedServers();

onBothEngines('A sign-in to a hostile server', (runner) => {
  const page = pageOf(runner);
  const signIn = async (name: string, method = 'GET', body?: object): Promise<SignInState> =>
    (await page.send(`/${name}/sign-in`, method, body)).json();
  const begin = (name: string, ...allow: string[]) => signIn(name, 'POST', { allow });
  afterEach(async () => {
    for (const name of ['one', 'other']) await page.send(`/${name}`, 'DELETE');
  });
  const add = async (name: string, ...modes: string[]): Promise<Guarded> => {
    const way = await guarded(...modes);
    await page.add(name, { type: 'http', url: way.server });
    await begin(name);
    return way;
  };
  const enter = async (name: string, ...modes: string[]): Promise<Guarded> => {
    const way = await add(name, ...modes);
    const { authorize } = await begin(name, way.issuer);
    expect((await comeBack(runner(), await browse(authorize!.url))).status).toBe(200);
    const there = async () => (await page.one(name)).tools.length;
    await expect.poll(there, { timeout: 60_000 }).toBe(2);
    return way;
  };
  const kept = () => readFileSync(join(runner().workspace, '.lathe/mcp-sign-ins.json'), 'utf8');
  /** A call whose token is being renewed, which takes until `go`. */
  const callHeld = async (name: string, { issuer, asked }: Guarded) => {
    await fetch(`${issuer}/hold`);
    const tokens = () => asked.slice(asked.lastIndexOf('GET /hold')).includes('POST /token');
    const ran = page.run(name, 'whoami');
    await expect.poll(tokens, { timeout: 60_000 }).toBe(true);
    return { ran, go: () => fetch(`${issuer}/go`) };
  };

  test("A4.40 a time that cannot be written ends nobody else's sign-in", async () => {
    await enter('other');
    await enter('one', 'endless');
    const { expiresAt } = await signIn('one');
    expect(new Date(expiresAt ?? NaN).getTime()).toBe(expiresAt);
    expect((await signIn('other')).is).toBe('signed-in');
    const { ended } = await page.run('other', 'whoami');
    expect(ended.result.success).toBe(true);
  });

  test('A4.40 who signs out while a token is renewed is out', async () => {
    const way = await enter('one', 'short');
    const { ran, go } = await callHeld('one', way);
    await signIn('one', 'DELETE');
    await go();
    await ran;
    // This writes after what was renewed would be written.
    expect((await begin('one')).is).toBe('needs-grant');
    expect(kept()).not.toMatch(/access-|refresh-/);
    expect((await signIn('one')).is).toBe('needs-grant');
  });

  test('S7 tokens that come after the person signed out are ended, too', async () => {
    // What renews still works after the sign-out, so that new ones come.
    const way = await enter('one', 'short', 'narrow');
    const ended = () => way.asked.filter((one) => one === 'POST /revoke').length;
    const { ran, go } = await callHeld('one', way);
    await signIn('one', 'DELETE');
    expect(ended()).toBe(2);
    await go();
    await ran;
    await expect.poll(ended, { timeout: 20_000 }).toBe(4);
  });

  test('S7 tokens that come for a code after the person signed out are ended', async () => {
    const way = await add('one', 'ending');
    const { authorize } = await begin('one', way.issuer);
    const back = await browse(authorize!.url);
    await fetch(`${way.issuer}/hold`);
    const came = comeBack(runner(), back);
    const asked = (one: string) => () => way.asked.filter((other) => other === one).length;
    await expect.poll(asked('POST /token'), { timeout: 60_000 }).toBe(1);
    await signIn('one', 'DELETE');
    await fetch(`${way.issuer}/go`);
    expect((await came).status).toBe(400);
    await expect.poll(asked('POST /revoke'), { timeout: 60_000 }).toBe(2);
    expect(await signIn('one')).toMatchObject({ is: 'signed-out' });
    expect(kept()).not.toMatch(/access-|refresh-/);
  });

  test('A4.40 a token that takes its time to be renewed holds up no other server', async () => {
    const held = await enter('one', 'short');
    const { asked } = await enter('other', 'short');
    const renewed = () => asked.filter((one) => one === 'POST /token').length;
    const { ran, go } = await callHeld('one', held);
    const before = renewed();
    const { ended } = await page.run('other', 'whoami');
    expect(ended.result).toMatchObject({ success: true });
    expect(renewed()).toBeGreaterThan(before);
    await go();
    expect((await ran).ended.result.success).toBe(true);
  });

  test('A4.40 an answer of millions of tokens is refused before it is looked through', async () => {
    const way = await add('one', 'flood');
    const state = await begin('one', way.issuer);
    expect(state).toMatchObject({
      is: 'failed',
      fault: { values: { reason: 'broken', why: expect.stringContaining('larger') } },
    });
    // What is not shown was not searched for secrets either.
    expect(state.steps.at(-1)).toMatchObject({ what: 'metadata', received: { status: 200 } });
    expect(state.steps.at(-1)?.received?.body).toBeUndefined();
  });
});
