import { describe, expect, test, vi } from 'vitest';
import { browse, comeBack, guardedServers } from '../fixtures/guarded-server.ts';
import { pageOf } from '../fixtures/remote-servers.ts';
import { startRunner, type EngineName } from '../fixtures/start-runner.ts';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

const guarded = guardedServers();

describe.each<EngineName>(['deno', 'node'])('A sign-in on %s', (engine) => {
  test('S8 who was signed in when another one was open is so after a restart', async () => {
    const before = await (await startRunner(engine)).enter();
    const { server: url, issuer } = await guarded();
    const page = pageOf(() => before);
    await page.add('locked', { type: 'http', url });
    const begin = async (...allow: string[]) =>
      (await page.send('/locked/sign-in', 'POST', { allow })).json();
    await begin();
    await comeBack(before, await browse((await begin(issuer)).authorize.url));
    expect(await begin()).toMatchObject({ is: 'waiting' });
    await before.stop('SIGKILL');

    const after = await startRunner(engine, before.workspace, before.port);
    try {
      Object.assign(after, { cookie: before.cookie, key: before.key });
      const state = await (await pageOf(() => after).send('/locked/sign-in', 'GET')).json();
      expect({ is: state.is, fault: state.fault }).toEqual({ is: 'signed-in', fault: undefined });
    } finally {
      await after.discard();
    }
  });

  test('S8 one that is open when the runner restarts is over, and both sides say so', async () => {
    const before = await (await startRunner(engine)).enter();
    const { server: url, issuer } = await guarded();
    const page = pageOf(() => before);
    await page.add('locked', { type: 'http', url });
    await page.send('/locked/sign-in', 'POST', { allow: [] });
    const begun = await page.send('/locked/sign-in', 'POST', { allow: [issuer] });
    const back = await browse((await begun.json()).authorize.url);
    await before.stop('SIGKILL');

    const after = await startRunner(engine, before.workspace, before.port);
    try {
      Object.assign(after, { cookie: before.cookie, key: before.key });
      const signIn = pageOf(() => after).send;
      const state = async () => (await signIn('/locked/sign-in', 'GET')).json();
      expect(await state()).toMatchObject({
        ...{ is: 'failed', fault: { values: { reason: 'restarted' } } },
      });
      const late = await comeBack(after, back);
      expect(late).toMatchObject({ status: 400, text: expect.stringContaining('begin again') });
      // Begun again, it is waited for.
      expect(await (await signIn('/locked/sign-in', 'POST', { allow: [] })).json()).toMatchObject({
        ...{ is: 'waiting', needs: [] },
      });
    } finally {
      await after.discard();
    }
  });
});
