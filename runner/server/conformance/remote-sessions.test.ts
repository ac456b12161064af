import type { ChildProcess } from 'node:child_process';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { overHttp, pageOf } from '../fixtures/remote-servers.ts';

let server: { child: ChildProcess; way: { type: 'http'; url: string } };
beforeAll(async () => {
  server = await overHttp('session-server.mjs');
});
afterAll(() => void server.child.kill());

onBothEngines('A session that a server has forgotten', (runner) => {
  const page = pageOf(runner);
  const restarted = (how = '') =>
    fetch(new URL(`/restart${how}`, server.way.url), { method: 'POST', body: '{}' });
  const count = async () => {
    const { ended } = await page.run('kept', 'count');
    expect(ended.result.success).toBe(true);
    return JSON.parse(ended.result.llmContent) as { calls: number; refused: number };
  };

  test('S14 is begun anew by the call that meets it, which is done once', async () => {
    const { state } = await page.add('kept', server.way);
    expect(state).toMatchObject({ is: 'ready' });
    const before = await count();
    await restarted();
    const { starts } = await page.one('kept');
    expect(await count()).toEqual({ calls: before.calls + 1, refused: before.refused + 1 });
    expect(await page.one('kept')).toMatchObject({ state: { is: 'ready' }, starts: starts + 1 });

    // Those that meet it together begin one session.
    await restarted();
    const both = await Promise.all([count(), count()]);
    expect(Math.max(...both.map(({ calls }) => calls))).toBe(before.calls + 3);
    expect(await page.one('kept')).toMatchObject({ state: { is: 'ready' }, starts: starts + 2 });

    // What is looked at does so as well.
    await restarted();
    expect(await (await page.send('/kept/resources', 'GET')).json()).toBeDefined();
    await page.send('/kept', 'DELETE');
  });

  test('S14 is not begun again and again where each call meets it', async () => {
    await page.add('kept', server.way);
    const before = await count();
    await restarted('?calls');
    const { ended } = await page.run('kept', 'count');
    // Coded, so that the page words it in the reader's language.
    const because = [{ code: 'server-status', values: { status: 404 } }];
    expect(ended).toMatchObject({
      ...{ ending: { kind: 'unavailable', because }, result: { success: false } },
    });
    expect(ended.result.llmContent).toContain('404');
    await restarted();
    expect(await count()).toEqual({ calls: before.calls + 1, refused: before.refused + 2 });
    await page.send('/kept', 'DELETE');
  });
});
