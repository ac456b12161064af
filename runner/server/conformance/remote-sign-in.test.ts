import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import { browse, comeBack, guardedServers, type Guarded } from '../fixtures/guarded-server.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const guarded = guardedServers();

onBothEngines('A sign-in', (runner) => {
  const page = pageOf(runner);
  const signIn = async (method = 'GET', body?: object): Promise<SignInState> =>
    (await page.send('/locked/sign-in', method, body)).json();
  const begin = (...allow: string[]) => signIn('POST', { allow });
  const add = async ({ server: url }: Guarded) => page.add('locked', { type: 'http', url });
  const remove = () => page.send('/locked', 'DELETE');
  afterEach(remove);
  /** A server that the person has signed in to. */
  const enter = async (...modes: string[]): Promise<Guarded> => {
    const way = await guarded(...modes);
    await add(way);
    await begin();
    const { authorize } = await begin(way.issuer);
    expect((await comeBack(runner(), await browse(authorize!.url))).status).toBe(200);
    const there = async () => (await page.one('locked')).tools.length;
    await expect.poll(there, { timeout: 60_000 }).toBe(2);
    return way;
  };
  const kept = () => {
    const at = join(runner().workspace, '.lathe/mcp-sign-ins.json');
    return { text: readFileSync(at, 'utf8'), mode: statSync(at).mode & 0o777 };
  };
  const secretsOf = (text: string) =>
    [...text.matchAll(/(?:access|refresh|code)-[0-9a-f-]{36}/g)].map(([one]) => one);

  test('S1 it asks for the address of who signs in before anything is sent there', async () => {
    const way = await guarded();
    expect((await add(way)).state).toMatchObject({ is: 'failed', fault: { code: 'sign-in' } });
    expect(await signIn()).toMatchObject({ is: 'signed-out', steps: [] });
    const asks = await begin();
    expect(asks).toMatchObject({ is: 'needs-grant', needs: [way.issuer] });
    expect(asks.steps.map(({ what }) => what)).toEqual(['resource', 'grant']);
    // An address that was not asked for is not allowed by naming it.
    expect(await begin('https://evil.example')).toMatchObject({ is: 'needs-grant' });
    expect(way.asked).toEqual([]);
    const waits = await begin(way.issuer);
    expect(waits).toMatchObject({
      is: 'waiting',
      authorize: { host: new URL(way.issuer).host, scopes: ['notes:read', 'notes:write'] },
    });
    expect((await page.one('locked')).state.is).toBe('signing-in');
    expect(way.asked).toEqual(['GET /.well-known/oauth-authorization-server', 'POST /register']);
    const { searchParams } = new URL(waits.authorize!.url);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    expect(searchParams.get('resource')).toBe(way.server);
    expect(searchParams.get('redirect_uri')).toBe(
      `http://127.0.0.1:${runner().port}/sign-in/callback`,
    );
  });

  test('S1 who comes back is signed in, and no token is told to anybody', async () => {
    await enter();
    const { ended } = await page.run('locked', 'whoami');
    expect(ended.result).toMatchObject({ success: true, llmContent: 'notes:read notes:write' });
    const leak = await page.run('locked', 'leak');
    expect(leak.ended.result.llmContent).toBe('Your token is [secret]');
    const state = await signIn();
    expect(state).toMatchObject({
      is: 'signed-in',
      refreshes: true,
      scopes: ['notes:read', 'notes:write'],
    });
    expect(state.steps.map(({ what }) => what)).toEqual([
      ...[
        'resource',
        'grant',
        'resource',
        'metadata',
        'register',
        'authorize',
        'callback',
        'token',
      ],
    ]);
    expect(state.steps.at(-1)).toMatchObject({
      sent: { method: 'POST', body: expect.stringContaining('code_verifier=[secret]') },
      received: { status: 200, body: expect.stringContaining('"access_token": "[secret]"') },
    });
    const { text, mode } = kept();
    expect(mode).toBe(0o600);
    const secrets = secretsOf(text);
    expect(secrets).toHaveLength(2);
    const told = await Promise.all(
      ['', '/locked', '/locked/sign-in', '/locked/wire'].map(async (path) =>
        (await page.send(path, 'GET')).text(),
      ),
    );
    const history = await (await runner().fetch('/api/runs', { as: 'page' })).text();
    const files = readdirSync(join(runner().workspace, '.lathe'), {
      recursive: true,
      withFileTypes: true,
    })
      .filter((one) => one.isFile() && one.name !== 'mcp-sign-ins.json')
      .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
    const all = [
      ...told,
      history,
      ...files,
      JSON.stringify(leak),
      runner().complaints.join('\n'),
    ].join('\n');
    expect(secretsOf(all)).toEqual([]);
    await remove();
    expect(kept().text).toBe('[]');
  });

  test('S1 a token that ends is renewed, each renewing token once', async () => {
    const way = await enter('short');
    const before = secretsOf(kept().text);
    const { ended } = await page.run('locked', 'whoami');
    expect(ended.result.success).toBe(true);
    const { steps } = await signIn();
    expect(steps.at(-1)).toMatchObject({ what: 'refresh', received: { status: 200 } });
    expect(secretsOf(JSON.stringify(steps))).toEqual([]);
    expect(way.asked.filter((one) => one === 'POST /token').length).toBeGreaterThan(1);
    const after = secretsOf(kept().text);
    expect(after).toHaveLength(2);
    expect(after.filter((one) => before.includes(one))).toEqual([]);
  });

  test('A4.40 one that cannot be renewed is over and says so, its token with nobody', async () => {
    const way = await guarded('short', 'revoked');
    await add(way);
    await begin();
    const { authorize } = await begin(way.issuer);
    await comeBack(runner(), await browse(authorize!.url));
    await expect
      .poll(async () => (await page.one('locked')).state)
      .toMatchObject({
        is: 'failed',
        fault: { code: 'sign-in' },
      });
    const state = await signIn();
    expect(state).toMatchObject({ is: 'failed', fault: { values: { reason: 'ended' } } });
    expect(secretsOf(JSON.stringify(state) + kept().text + runner().complaints.join('\n'))).toEqual(
      [],
    );
  });

  test('A4.40 a way back with another state, or taken twice, leads nowhere', async () => {
    const way = await guarded();
    await add(way);
    await begin();
    const { authorize } = await begin(way.issuer);
    const back = new URL(await browse(authorize!.url));
    const wrong = new URL(back);
    wrong.searchParams.set('state', 'A'.repeat(43));
    wrong.searchParams.set('error', 'access_denied');
    const answer = await comeBack(runner(), wrong.href);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('access_denied');
    const without = new URL(back);
    without.searchParams.delete('state');
    expect((await comeBack(runner(), without.href)).status).toBe(400);
    // The right one is waited for all the same.
    expect((await signIn()).is).toBe('waiting');
    expect(way.asked).not.toContain('POST /token');
    expect((await comeBack(runner(), back.href)).status).toBe(200);
    expect((await comeBack(runner(), back.href)).status).toBe(400);
    expect((await signIn()).is).toBe('signed-in');
  });

  test.each([
    [
      'denied',
      { code: 'sign-in', values: { reason: 'denied', why: 'access_denied: The person said no' } },
    ],
    ['mixed', { code: 'sign-in', values: { reason: 'broken' } }],
  ])('A4.40 one that is %s fails with its reason', async (mode, fault) => {
    const way = await guarded(mode);
    await add(way);
    await begin();
    const { authorize } = await begin(way.issuer);
    expect((await comeBack(runner(), await browse(authorize!.url))).status).toBe(400);
    expect(await signIn()).toMatchObject({ is: 'failed', fault });
    expect(way.asked).not.toContain('POST /token');
    expect((await page.one('locked')).state.is).toBe('failed');
  });

  test('S2 nothing is sent over what others read, whoever allowed it', async () => {
    const way = await guarded('insecure');
    await add(way);
    await begin();
    const asks = await begin(way.issuer);
    expect(asks).toMatchObject({ is: 'failed', fault: { values: { reason: 'insecure' } } });
    expect(way.asked).toEqual(['GET /.well-known/oauth-authorization-server']);
  });

  test('S2 who does not say that codes are protected is not signed in at, and learns nothing of Lathe', async () => {
    const way = await guarded('plain');
    await add(way);
    await begin();
    const state = await begin(way.issuer);
    expect(state).toMatchObject({ is: 'failed', fault: { values: { reason: 'no-pkce' } } });
    expect(state.authorize).toBeUndefined();
    expect(way.asked).toEqual(['GET /.well-known/oauth-authorization-server']);
  });

  test('S7 signing out ends the tokens where they came from, none of them shown', async () => {
    const way = await enter('ending');
    const secrets = secretsOf(kept().text);
    const { is, steps, unrevoked } = await signIn('DELETE');
    expect({ is, unrevoked }).toEqual({ is: 'signed-out', unrevoked: undefined });
    expect(steps.map(({ what }) => what)).toEqual(['revoke', 'revoke']);
    expect(steps.map(({ received }) => received?.status)).toEqual([200, 200]);
    expect(way.asked.filter((one) => one === 'POST /revoke')).toHaveLength(2);
    for (const one of secrets) expect(JSON.stringify(steps)).not.toContain(one);
    const authorization = `Bearer ${secrets.find((one) => one.startsWith('access-'))}`;
    const refused = await fetch(way.server, { method: 'POST', headers: { authorization } });
    expect(refused.status).toBe(401);
  });

  test('S7 removing a server ends its tokens, and says so where they may still work', async () => {
    const way = await enter('ending');
    expect(await (await remove()).json()).toEqual({});
    expect(way.asked.filter((one) => one === 'POST /revoke')).toHaveLength(2);
    await enter('unending');
    expect(await (await remove()).json()).toMatchObject({
      unrevoked: { values: { reason: 'unrevoked-status', status: 503 } },
    });
    expect(secretsOf(kept().text)).toEqual([]);
  });

  test('S7 one token that is not ended leaves none of the others to work', async () => {
    const way = await enter('narrow');
    const access = secretsOf(kept().text).find((one) => one.startsWith('access-'));
    expect(await signIn('DELETE')).toMatchObject({
      ...{ is: 'signed-out', unrevoked: { values: { reason: 'unrevoked-status', status: 400 } } },
      steps: [{ received: { status: 400 } }, { received: { status: 200 } }],
    });
    const headers = { authorization: `Bearer ${access}` };
    expect((await fetch(way.server, { method: 'POST', headers })).status).toBe(401);
  });

  test.each([
    ['unending', { reason: 'unrevoked-status', status: 503 }],
    ['silent', { reason: 'unrevoked-nowhere' }],
  ])(
    'S7 tokens that nobody ended (%s) are forgotten, and said to work still',
    async (mode, values) => {
      await enter(mode);
      expect(await signIn('DELETE')).toMatchObject({
        is: 'signed-out',
        unrevoked: { values },
      });
      expect(secretsOf(kept().text)).toEqual([]);
    },
  );

  test('A4.40 signing out forgets the tokens, and one that was begun before is not waited for', async () => {
    const way = await enter();
    expect(await signIn('DELETE')).toMatchObject({ is: 'signed-out', steps: [] });
    expect(secretsOf(kept().text)).toEqual([]);
    const { state } = await (await page.send('/locked/restart', 'POST', {})).json();
    expect(state).toMatchObject({ is: 'failed', fault: { code: 'sign-in' } });
    await begin();
    const { authorize } = await begin(way.issuer);
    const back = await browse(authorize!.url);
    await signIn('DELETE');
    const late = await comeBack(runner(), back);
    expect(late.status).toBe(400);
    expect(late.text).toContain('does not wait for this sign-in any more');
  });

  test('A4.40 another address of the same server has no token', async () => {
    const way = await enter();
    const url = `${way.server}?other`;
    await page.send('/locked', 'PUT', { settings: { way: { type: 'http', url } } });
    expect((await signIn()).is).toBe('signed-out');
    expect(secretsOf(kept().text)).toEqual([]);
  });
});
