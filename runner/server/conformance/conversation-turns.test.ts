import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { ServerEvent, StartedRunner } from '../fixtures/start-runner.ts';

const MODEL = 'local:mock-model';
/** Goes on until a file of its name is there. */
const WAITS = 'echo begun; until [ -e "go-$name" ]; do sleep 0.05; done; echo over';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

onBothEngines('Turns of a conversation', (runner: () => StartedRunner) => {
  const send = (path: string, method = 'GET', body?: unknown) =>
    runner().fetch(path, { as: 'page', method, ...(body === undefined ? {} : { body }) });
  const begin = async (setup: object): Promise<string> =>
    (await (await send('/api/conversations', 'POST', { setup })).json()).id;
  const read = async (id: string) => (await send(`/api/conversations/${id}`)).json();
  const turns = (id: string) => `/api/conversations/${id}/turns`;
  /** Hears a stream until `isEnough`, and leaves it. */
  const hear = async (
    stream: AsyncIterable<ServerEvent>,
    isEnough: (event: ServerEvent) => unknown = () => false,
  ): Promise<ServerEvent[]> => {
    const events: ServerEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (await isEnough(event)) break;
    }
    return events;
  };
  const ask = (id: string, isEnough?: (event: ServerEvent) => unknown) =>
    hear(
      runner().events(turns(id), {
        ...{ as: 'page', method: 'POST', body: { parent: null, text: 'Do it' } },
      }),
      isEnough,
    );
  const watch = (id: string, turn: string, after: number, on?: (event: ServerEvent) => unknown) =>
    hear(runner().events(`${turns(id)}/${turn}?after=${after}`, { as: 'page' }), on);
  const runs = ({ event, data }: ServerEvent) => event === 'run' && data.event.type === 'started';
  const prints = ({ event, data }: ServerEvent) => event === 'run' && data.event.type === 'output';
  const release = async (name: string): Promise<void> => {
    const command = `touch 'go-${name}'`;
    const [ended] = (
      await runner().run({ tool: 'Bash', arguments: { command } }, 'page', decide)
    ).slice(-1);
    expect(ended?.data.ending.kind).toBe('finished');
  };
  const decide = async ({ event, data }: ServerEvent) => {
    if (event !== 'approval') return;
    const { id, runId } = data.approval;
    const body = { id, answer: 'allow', scope: 'once' };
    await send(`/api/runs/${runId}/decision`, 'POST', body);
  };
  const waits = (name: string) => ({
    text: 'Slowly',
    calls: [{ id: 'a', name: 'waits', arguments: { name } }],
  });
  const roles = (nodes: { role: string }[]) => nodes.map(({ role }) => role);

  beforeAll(async () => {
    const local = { address: provider.address('local') };
    expect((await send('/api/models/local', 'PUT', local)).status).toBe(200);
    for (const [id, script, policies] of [
      ['waits', WAITS, { execution: 'auto' }],
      ['asks', 'echo', { execution: 'ask-always' }],
    ] as const) {
      const name = { type: 'string' };
      const parameters = { type: 'object', properties: { name } };
      const files = shellFolder(script, { id, policies, parameters });
      const put = { method: 'PUT', body: { files }, headers: { 'If-None-Match': '*' } };
      expect((await runner().fetch(`/api/tools/${id}`, put)).ok).toBe(true);
    }
  });

  test('a turn goes on when its page is closed, and a page that comes back misses nothing and hears nothing twice', async () => {
    provider.play(waits('left'), { text: 'It is over' });
    const id = await begin({ model: MODEL, tools: ['waits'] });
    const first = await ask(id, prints);
    const at = first.at(-1)?.number ?? 0;
    const going = await read(id);
    expect(going).toMatchObject({
      isGoingOn: true,
      turns: [{ parent: null, model: MODEL, id: first[0]?.data.turn.id }],
    });
    const [turn] = going.turns;
    const busy = await send(turns(id), 'POST', { parent: null, text: 'Do it too' });
    expect([busy.status, (await busy.json()).error.code]).toEqual([409, 'goes-on']);
    // Two pages come back: one that was there, and one that was not.
    let isHeard: () => void = () => undefined;
    const heard = new Promise<void>((settle) => (isHeard = settle));
    const anew = watch(id, turn.id, 0, (event) => void (runs(event) && isHeard()));
    const again = watch(id, turn.id, at);
    await heard;
    await release('left');
    const [all, rest] = await Promise.all([anew, again]);
    const numbers = [...first, ...rest].map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, place) => place + 1));
    expect(rest.at(-1)?.data).toMatchObject({ type: 'stopped', stopReason: 'done' });
    // What a message says for good is not told again.
    expect(all[0]?.data.type).toBe('begun');
    expect(all.filter(({ number = 0 }) => number > at)).toEqual(rest);
    const texts = all.filter(({ event }) => event === 'text').map(({ data }) => data.text);
    expect(texts.join('')).toBe('It is over');
    const { nodes, isGoingOn, turns: left } = await read(id);
    expect(roles(nodes)).toEqual(['user', 'answer', 'results', 'answer']);
    expect([isGoingOn, left]).toEqual([false, []]);
    const told = all.filter(({ event }) => event === 'node').map(({ data }) => data.node.id);
    expect(new Set(told)).toEqual(new Set(nodes.map((node: { id: string }) => node.id)));
    const late = await send(`${turns(id)}/${turn.id}`);
    expect([late.status, (await late.json()).error.code]).toEqual([404, 'no-such-turn']);
  });

  test.each([
    ['the turn', (id: string, turn: string) => send(`${turns(id)}/${turn}`, 'DELETE')],
    ['the conversation', (id: string) => send(`/api/conversations/${id}/stop`, 'POST')],
  ])('stopping %s ends it, and it stands as far as it came', async (_, stop) => {
    provider.play(waits('never'));
    const id = await begin({ model: MODEL, tools: ['waits'] });
    const [begun] = await ask(id, runs);
    const { turn } = begun?.data ?? {};
    const watched = watch(id, turn.id, 0);
    expect((await stop(id, turn.id)).status).toBe(204);
    expect((await watched).at(-1)?.data.stopReason).toBe('cancelled');
    const kept = await read(id);
    expect(kept.isGoingOn).toBe(false);
    expect(roles(kept.nodes)).toEqual(['user', 'answer', 'results']);
    expect(kept.nodes.at(-1)).toMatchObject({
      results: [{ ending: 'cancelled' }],
      stopped: { stopReason: 'cancelled' },
    });
    const again = await send(`${turns(id)}/${turn.id}`, 'DELETE');
    expect(again.status).toBe(404);
    expect((await send(`/api/conversations/${id}/stop`, 'POST')).status).toBe(204);
    expect((await send('/api/conversations/nowhere/stop', 'POST')).status).toBe(404);
  });

  test('what is asked while nobody looks is answered with no when its time is over, and the turn goes on', async () => {
    const { settings, revision } = await (await send('/api/settings')).json();
    const limits = { ...settings.limits, approvalMs: 5_000 };
    const put = { settings: { ...settings, limits }, revision };
    expect((await send('/api/settings', 'PUT', put)).status).toBe(200);
    const asks = { calls: [{ id: 'a', name: 'asks', arguments: {} }] };
    provider.play(asks, { text: 'Nobody said yes' });
    const id = await begin({ model: MODEL, tools: ['asks'] });
    const [begun] = await ask(id, runs);
    const events = await watch(id, begun?.data.turn.id, 0);
    expect(events.at(-1)?.data.stopReason).toBe('done');
    const { nodes } = await read(id);
    expect(nodes[2].results).toMatchObject([{ ending: 'denied', result: { success: false } }]);
  });

  test('a turn that nobody watches ends at its own limit of time', async () => {
    provider.play(waits('late'));
    const id = await begin({ model: MODEL, tools: ['waits'], limits: { timeoutMs: 1_500 } });
    await ask(id, runs);
    await expect.poll(async () => (await read(id)).isGoingOn, { timeout: 20_000 }).toBe(false);
    expect((await read(id)).nodes.at(-1).stopped).toMatchObject({ stopReason: 'timeout' });
  });

  test('a watcher says how far it has heard in whole numbers', async () => {
    provider.play(waits('never'));
    const id = await begin({ model: MODEL, tools: ['waits'] });
    const [begun] = await ask(id, runs);
    const path = `${turns(id)}/${begun?.data.turn.id}`;
    for (const after of ['-1', 'x', '1.5']) {
      const answer = await send(`${path}?after=${after}`);
      expect([answer.status, (await answer.json()).error.code]).toEqual([400, 'bad-number']);
    }
    await send(path, 'DELETE');
  });
});
