import { chmodSync, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import LibsqlDatabase from 'libsql';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import { boxed, startRunner } from '../fixtures/start-runner.ts';
import type { EngineName, ServerEvent, StartedRunner } from '../fixtures/start-runner.ts';

// Each row starts a runner, some of them twice.
vi.setConfig({ testTimeout: 120_000 });

const MODEL = 'local:mock-model';
const DAY = 24 * 60 * 60 * 1000;

describe.each<EngineName>(['deno', 'node'])('Conversations that are kept on %s', (engine) => {
  let provider: FakeProvider;
  let runner: StartedRunner;
  beforeAll(async () => {
    provider = await FakeProvider.start();
  });
  afterAll(async () => {
    await runner?.discard();
    await provider?.close();
  });
  const start = async (before?: StartedRunner, box: string[] = []) => {
    const place = before ? [before.workspace, before.port] : [];
    const [workspace, port] = place as [string?, number?];
    runner = await startRunner(engine, workspace, port, [...provider.before, ...box]);
    if (!before || before.key === '') return runner.enter();
    return Object.assign(runner, { cookie: before.cookie, key: before.key });
  };
  const send = (path: string, method = 'GET', body?: unknown) =>
    runner.fetch(path, { as: 'page', method, ...(body === undefined ? {} : { body }) });
  const json = async (path: string, method = 'GET', body?: unknown) =>
    (await send(path, method, body)).json();
  const begin = async (body: object = {}): Promise<string> =>
    (await json('/api/conversations', 'POST', body)).id;
  const read = (id: string) => json(`/api/conversations/${id}`);
  const turn = async (id: string, body: object): Promise<ServerEvent[]> => {
    const events: ServerEvent[] = [];
    const path = `/api/conversations/${id}/turns`;
    for await (const event of runner.events(path, { as: 'page', method: 'POST', body }))
      events.push(event);
    return events;
  };
  const listed = async (query = ''): Promise<{ id: string }[]> =>
    (await json(`/api/conversations?${query}`)).conversations;
  const database = (name = 'conversations', end = '') =>
    join(runner.workspace, '.lathe', `${name}.sqlite${end}`);
  const kept = () =>
    ['runs', 'conversations'].flatMap((name) =>
      ['', '-wal', '-shm'].map((end) => database(name, end)).filter((path) => existsSync(path)),
    );
  const modes = () => kept().map((path) => (statSync(path).mode & 0o777).toString(8));

  test('its files and the history’s are their owner’s alone, whatever the umask says', async () => {
    const first = await start(undefined, ['sh', '-c', 'umask 000; exec "$@"', 'sh']);
    await begin({ title: 'One' });
    expect(modes().length).toBeGreaterThan(2);
    expect(new Set(modes())).toEqual(new Set(['600']));
    await first.stop('SIGKILL');
    for (const path of kept()) chmodSync(path, 0o666);
    await start(first);
    expect((await listed())[0]).toMatchObject({ title: 'One' });
    expect(new Set(modes())).toEqual(new Set(['600']));
    await runner.discard();
  });

  test('the list says who was asked last and how that ended, and is filtered by it', async () => {
    await start();
    provider.play({ text: 'Fine' }, { status: 401 });
    const done = await begin({ setup: { model: MODEL, tools: [] } });
    await turn(done, { parent: null, text: 'Go' });
    const failed = await begin({ setup: { model: MODEL, tools: [] } });
    await turn(failed, { parent: null, text: 'Go' });
    const awaited = await begin({ setup: { tools: [] } });
    await turn(awaited, { parent: null, text: 'Go' });
    const named = await begin({ title: 'Not asked yet' });
    const all = await listed();
    const row = (id: string, lastTurn?: object) => ({ id, isGoingOn: false, lastTurn });
    expect(all).toMatchObject([
      { id: named, isGoingOn: false },
      row(awaited, { model: 'person', stopReason: 'answer-awaited', at: expect.any(Number) }),
      row(failed, { model: MODEL, stopReason: 'error' }),
      row(done, { model: MODEL, stopReason: 'done' }),
    ]);
    expect(all[0]).not.toHaveProperty('lastTurn');
    const ids = async (query: string) => (await listed(query)).map(({ id }) => id);
    expect(await ids('stopped=error')).toEqual([failed]);
    expect(await ids('stopped=done&q=Go')).toEqual([done]);
    expect((await send('/api/conversations?stopped=never')).status).toBe(400);
    // One that is brought in stands as it stood.
    const { nodes, setup } = await read(failed);
    const [brought] = await (await begin({ nodes, setup }), listed('stopped=error'));
    expect(brought).toMatchObject({ lastTurn: { model: MODEL, stopReason: 'error' } });
    // While somebody answers there is no end to tell of, nor where the runner was killed in the middle.
    provider.play({ silent: true });
    const going = turn(done, { parent: null, text: 'Once more' }).catch(() => undefined);
    await provider.asked();
    expect((await listed())[0]).toMatchObject({ id: done, isGoingOn: true });
    expect((await listed('stopped=done')).length).toBe(0);
    await runner.stop('SIGKILL');
    await going;
    await start(runner);
    const [cut] = await listed();
    expect(cut).toMatchObject({ id: done, isGoingOn: false, lastTurn: { model: MODEL } });
    expect(cut).not.toHaveProperty('lastTurn.stopReason');
    await runner.discard();
  });

  test('one that was begun and left empty is in no list, and is gone a day later', async () => {
    await start();
    const left = await begin({ setup: { tools: ['calc'] } });
    const chosen = await begin();
    await send(`/api/conversations/${chosen}`, 'PATCH', { setup: { system: 'Be brief' } });
    const written = await begin();
    await turn(written, { parent: null, text: 'Go' });
    const titled = await begin({ title: 'Plans' });
    const ids = async () => (await listed()).map(({ id }) => id).sort();
    expect(await ids()).toEqual([chosen, written, titled].sort());
    // Who has it open still has it.
    expect((await read(left)).nodes).toEqual([]);
    await runner.stop();
    await start(runner);
    expect((await send(`/api/conversations/${left}`)).status).toBe(200);
    await runner.stop();
    const file = new LibsqlDatabase(database());
    file.exec(`UPDATE conversations SET started_at = started_at - ${DAY}`);
    file.close();
    await start(runner);
    expect((await send(`/api/conversations/${left}`)).status).toBe(404);
    expect(await ids()).toEqual([chosen, written, titled].sort());
    await runner.discard();
  });

  test('a plan that is discarded is so for every page, after a restart and in what is exported', async () => {
    const first = await start();
    provider.play({ text: 'A plan' });
    const id = await begin({ setup: { model: MODEL, tools: [], mode: 'plan' } });
    await turn(id, { parent: null, text: 'Plan it' });
    const [asked, plan] = (await read(id)).nodes;
    expect(plan).not.toHaveProperty('discarded');
    const discard = (node: string) =>
      send(`/api/conversations/${id}`, 'PATCH', { discarded: node });
    for (const strange of [asked.id, 'nothing']) {
      const refusal = await discard(strange);
      expect(refusal.status).toBe(404);
      const { error } = await refusal.json();
      expect(error).toMatchObject({ code: 'no-such-node', path: 'discarded' });
    }
    expect((await discard(plan.id)).status).toBe(200);
    await first.stop('SIGKILL');
    await start(first);
    const { nodes, setup } = await read(id);
    expect(nodes).toEqual([asked, { ...plan, discarded: true }]);
    expect(setup.mode).toBe('plan');
    const exported = await json(`/api/conversations/${id}/export?format=json`);
    expect(JSON.stringify(exported)).toContain('"discarded":true');
    await runner.discard();
  });

  test('a large one is brought in while others are answered, and is listed when it is whole', async () => {
    await start();
    const texts = Array.from({ length: 2_000 }, (_, n) => `${n} `.padEnd(11_000, 'some words '));
    const nodes = texts.map((text, n) => ({
      ...{ id: `n${n}`, parent: n === 0 ? null : `n${n - 1}`, at: 1, role: 'user', text },
    }));
    const bytes = new TextEncoder().encode(JSON.stringify({ title: 'Large', nodes }));
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (sent >= bytes.length) return controller.close();
        controller.enqueue(bytes.subarray(sent, (sent += 256 * 1024)));
      },
    });
    let isOver = false;
    const headers = { ...runner.credentials('page'), 'Content-Type': 'application/json' };
    const init = { method: 'POST', headers, body, duplex: 'half' } as RequestInit;
    const coming = fetch(`${runner.origin}/api/conversations`, init).finally(() => (isOver = true));
    let answered = 0;
    while (!isOver) {
      const [head] = (await listed()) as unknown as { nodes: number }[];
      if (head) expect(head.nodes).toBe(nodes.length);
      if (sent >= bytes.length) answered += 1;
    }
    const begun = await coming;
    expect(begun.status).toBe(201);
    // One that is written down at a stretch lets hardly anybody in between.
    expect(answered).toBeGreaterThan(10);
    const kept = await read((await begun.json()).id);
    expect(kept.nodes).toEqual(nodes);
    expect((await listed('q=1999'))[0]).toMatchObject({ title: 'Large' });
    await runner.discard();
  });

  test.runIf(boxed.isHere)(
    'a disk that is full in the middle: it says so, and claims to have kept nothing that it has not',
    async () => {
      const before = await start();
      await before.stop();
      // The engine's own passing files have another place.
      const box = [
        ...boxed.small(before.workspace, 1_700_000),
        '--tmpfs',
        `${before.workspace}/.lathe/tmp`,
      ];
      await start(Object.assign(before, { key: '' }), box);
      provider.play({ text: 'First' }, { text: 'long words '.repeat(90_000) });
      const id = await begin({ setup: { model: MODEL, tools: [] } });
      const first = await turn(id, { parent: null, text: 'Go' });
      expect(first.at(-1)?.data.stopReason).toBe('done');
      const parent = (await read(id)).nodes.at(-1).id;
      const full = await turn(id, { parent, text: 'Say much' });
      expect(full.at(-1)?.data).toMatchObject({ stopReason: 'error', fault: { code: 'unkept' } });
      expect(full.at(-1)?.data.fault.message).toMatch(/disk is full/i);
      const { nodes, isGoingOn } = await read(id);
      expect(isGoingOn).toBe(false);
      expect(nodes.slice(0, 3)).toMatchObject([
        { role: 'user', text: 'Go' },
        { role: 'answer', parts: [{ text: 'First' }] },
        { role: 'user', text: 'Say much' },
      ]);
      // What was written down before there was no room stands, and is said to be no whole answer.
      for (const { whole } of nodes.slice(3)) expect(whole).toBe(false);
      // What was said to be a message is one.
      const ids = nodes.map((node: { id: string }) => node.id);
      for (const { event, data } of [...first, ...full])
        if (event === 'node') expect(ids).toContain(data.node.id);
      await runner.discard();
    },
  );
});
