import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignInState } from '../../../shared/protocol/mcp/sign-in.ts';
import { browse, comeBack, guardedServers, type Guarded } from '../fixtures/guarded-server.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { pageOf } from '../fixtures/remote-servers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const guarded = guardedServers();
const clientId = 'by-hand';
const clientSecret = 'hand-secret/4f1c?8a';
const given = `given:${clientId}:${clientSecret}`;
/** The secret as it is, as an address and as a header have it. */
const forms = [
  clientSecret,
  encodeURIComponent(clientSecret),
  Buffer.from(`${clientId}:${clientSecret}`).toString('base64'),
];

onBothEngines('A client secret', (runner) => {
  const page = pageOf(runner);
  const state = async (): Promise<SignInState> => (await page.send('/club/sign-in', 'GET')).json();
  const begin = async (...allow: string[]): Promise<SignInState> =>
    (await page.send('/club/sign-in', 'POST', { allow })).json();
  const wayOf = ({ server: url }: Guarded, more: object = {}) => ({
    ...{ type: 'http', url, clientId },
    ...more,
  });
  const add = async (way: Guarded, secret: string | null = clientSecret) => {
    const body = { name: 'club', settings: { way: wayOf(way) }, clientSecret: secret };
    const added = await page.send('', 'POST', body);
    expect(added.status).toBe(200);
    return added.text();
  };
  const put = async (way: object, more: object = {}) =>
    (await page.send('/club', 'PUT', { settings: { way }, ...more })).json();
  /** What a person does to sign in; answers whether it worked. */
  const enter = async (way: Guarded): Promise<number> => {
    await begin();
    const { authorize } = await begin(way.issuer);
    return (await comeBack(runner(), await browse(authorize!.url))).status;
  };
  const file = () => join(runner().workspace, '.lathe/mcp-sign-ins.json');
  const kept = () => (existsSync(file()) ? readFileSync(file(), 'utf8') : '');
  const expectHidden = (text: string) => {
    for (const one of forms) expect(text).not.toContain(one);
  };
  const isThere = () =>
    expect.poll(async () => (await page.one('club')).tools.length, { timeout: 60_000 }).toBe(2);
  afterEach(() => page.send('/club', 'DELETE'));

  test.each([
    ['in a form', []],
    ['in a header', ['basic']],
  ])(
    'S9 a client that was registered by hand signs in, %s, renews and signs out',
    async (_, modes) => {
      const way = await guarded(given, 'short', 'ending', ...modes);
      await add(way);
      expect(await enter(way)).toBe(200);
      await isThere();
      const ran = await page.run('club', 'whoami');
      expect(ran.ended.result).toMatchObject({ llmContent: 'notes:read notes:write' });
      expect(way.asked).not.toContain('POST /register');
      const { steps } = await state();
      expect(steps.at(-1)).toMatchObject({ what: 'refresh', received: { status: 200 } });
      const out: SignInState = await (await page.send('/club/sign-in', 'DELETE')).json();
      expect(out).toMatchObject({
        is: 'signed-out',
        steps: [{ what: 'revoke' }, { what: 'revoke' }],
      });
      expect(out.steps.map(({ received }) => received?.status)).toEqual([200, 200]);
      expect(out.unrevoked).toBeUndefined();
      // It is there for the next sign-in.
      expect((await page.one('club')).hasClientSecret).toBe(true);
      expect(await enter(way)).toBe(200);
      // Nobody needs to do anything about it, so that nothing warns.
      expect(runner().complaints.join('')).not.toContain('mcp-sdk');
    },
  );

  test.each([[[]], [['basic']]])('S9 nobody gets it back out (%s)', async (modes) => {
    const way = await guarded(given, ...modes);
    const told = [await add(way), JSON.stringify(await put(wayOf(way), { clientSecret }))];
    expect(await enter(way)).toBe(200);
    await isThere();
    const leak = await page.run('club', 'leak');
    expect(leak.ended.result.llmContent).toBe('Your token is [secret], [secret], [secret]');
    const paths = [
      ...['/api/mcp-servers', '/api/mcp-servers/club', '/api/mcp-servers/club/sign-in'],
      ...['/api/mcp-servers/club/wire', '/api/mcp-servers/found', '/api/runs', '/api/settings'],
      ...['/api/tools', '/api/models', '/api/health', '/openapi.json'],
    ];
    for (const path of paths) told.push(await (await runner().fetch(path, { as: 'page' })).text());
    const files = readdirSync(runner().workspace, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.name !== 'mcp-sign-ins.json')
      .map((one) => readFileSync(join(one.parentPath, one.name), 'latin1'));
    expectHidden([...told, ...files, JSON.stringify(leak), ...runner().complaints].join('\n'));
    expect(kept()).toContain(clientSecret);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    await page.send('/club', 'DELETE');
    expectHidden(kept());
  });

  test('S9 who repeats it in a refusal tells nobody', async () => {
    const way = await guarded(given, 'repeats');
    await add(way);
    expect(await enter(way)).toBe(400);
    const failed = await state();
    expect(failed.is).toBe('failed');
    expect(JSON.stringify(failed)).toContain('You are [secret] or');
    expectHidden(JSON.stringify([failed, await page.one('club')]));
  });

  test('S9 what is no secret is refused without being repeated', async () => {
    const way = await guarded(given);
    for (const [settings, secret] of [
      [{ way: wayOf(way) }, `${clientSecret}\n`],
      [{ way: wayOf(way) }, clientSecret.repeat(200)],
      [{ way: wayOf(way, { clientId: undefined }) }, clientSecret],
      [{ way: { type: 'stdio', command: 'node' } }, clientSecret],
    ]) {
      const refused = await page.send('', 'POST', { name: 'club', settings, clientSecret: secret });
      expect(refused.status).toBe(400);
      expectHidden(await refused.text());
    }
  });

  test('S9 who signs in with it first is the one that it is for, until the person gives it anew', async () => {
    const way = await guarded(given);
    await add(way);
    expect(await enter(way)).toBe(200);
    const other = await guarded(given);
    await fetch(`${way.issuer}/move?to=${other.issuer}/`);
    await begin();
    expect(await begin(other.issuer)).toMatchObject({
      ...{
        is: 'failed',
        fault: { values: { reason: 'other-issuer', address: `${other.issuer}/` } },
      },
    });
    expect(other.asked).toEqual(['GET /.well-known/oauth-authorization-server']);
    await put(wayOf(way), { clientSecret });
    expect(await enter(other)).toBe(200);
  });

  test('S9 it goes to no other address and is of no other client, also if the file says so', async () => {
    const way = await guarded(given);
    await add(way);
    const other = await guarded(given, 'repeats');
    expect(await put(wayOf(other))).toMatchObject({ hasClientSecret: false });
    expectHidden(kept());
    expect(await enter(other)).toBe(400);
    expect(JSON.stringify(await state())).toContain('You are undefined or undefined');
    await put(wayOf(way), { clientSecret });
    // Whoever writes the settings by hand leaves the secret where it was.
    const settings = join(runner().workspace, '.lathe/mcp-servers.json');
    writeFileSync(settings, readFileSync(settings, 'utf8').replace(way.server, other.server));
    expect(await page.one('club')).toMatchObject({ hasClientSecret: false });
    expect(await enter(other)).toBe(400);
    expect(JSON.stringify(await state())).toContain('You are undefined or undefined');
    await put(wayOf(way), { clientSecret });
    expect(await put(wayOf(way, { clientId: 'another' }))).toMatchObject({
      hasClientSecret: false,
    });
    expectHidden(kept());
    await put(wayOf(way), { clientSecret });
    expect(await put(wayOf(way))).toMatchObject({ hasClientSecret: true });
    expect(await put(wayOf(way), { clientSecret: null })).toMatchObject({ hasClientSecret: false });
    expectHidden(kept());
  });
});
