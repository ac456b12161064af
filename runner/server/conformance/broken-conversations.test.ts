import { afterAll, beforeAll, expect, test } from 'vitest';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { ServerEvent } from '../fixtures/start-runner.ts';

const MODEL = 'local:mock-model';
const KEY = 'sk-typed-QwErTyUiOp0987654321';

let provider: FakeProvider;
beforeAll(async () => {
  provider = await FakeProvider.start();
});
afterAll(() => provider.close());

const call = (id: string, name: string, args: object = {}) => ({
  ...{ type: 'call', id, name },
  arguments: JSON.stringify(args),
});
const user = { id: 'u', parent: null, at: 1, role: 'user', text: 'Go' };
const answer = (parts: object[]) => ({
  ...{ id: 'a', parent: 'u', at: 1, role: 'answer', by: 'person', parts },
  ...{ durationMs: 0, source: 'live', whole: true },
});
const started = ({ event, data }: ServerEvent) =>
  event === 'started' || (event === 'run' && data.event.type === 'started');

onBothEngines('Conversations that somebody breaks', (runner) => {
  const send = (path: string, method = 'GET', body?: unknown) =>
    runner().fetch(path, { as: 'page', method, ...(body === undefined ? {} : { body }) });
  const begin = async (setup: object, nodes: object[] = [user]): Promise<string> =>
    (await (await send('/api/conversations', 'POST', { setup, nodes })).json()).id;
  const turns = (id: string) => `/api/conversations/${id}/turns`;
  const turn = async (id: string, body: object, on: (event: ServerEvent) => unknown = () => 0) => {
    const events: ServerEvent[] = [];
    const stream = runner().events(turns(id), { as: 'page', method: 'POST', body });
    for await (const event of stream) {
      events.push(event);
      await on(event);
    }
    const { nodes } = await (await send(`/api/conversations/${id}`)).json().catch(() => ({}));
    return { events, nodes, stopped: events.at(-1)?.data };
  };
  beforeAll(async () => {
    const local = { address: provider.address('local'), key: KEY };
    expect((await send('/api/models/local', 'PUT', local)).status).toBe(200);
    for (const [id, script, more] of [
      ['says_back', 'echo "said $text"', {}],
      ['sleeps', 'sleep 600', {}],
      ['asks', 'echo', { policies: { execution: 'ask-always' } }],
    ] as const) {
      const files = shellFolder(script, { id, ...more });
      const headers = { 'If-None-Match': '*' };
      const put = { method: 'PUT', body: { files }, headers };
      expect((await runner().fetch(`/api/tools/${id}`, put)).ok).toBe(true);
    }
  });

  test.each([
    ['no object', { anthropic: [1], google: 'x', openai: 5 }, 200],
    ['what its package refuses', { anthropic: { signature: {} } }, 422],
  ])('what a provider wants back is %s', async (_, held, status) => {
    const parts = [
      { type: 'reasoning', text: 'hm', held },
      { ...call('c', 'says_back'), held },
    ];
    const results = { id: 'r', parent: 'a', at: 1, role: 'results', results: [] };
    const id = await begin({ tools: ['says_back'] }, [user, answer(parts), results]);
    for (const form of ['openai', 'gemini', 'anthropic']) {
      const asked = { parent: 'r', form };
      const shown = await send(`/api/conversations/${id}/request`, 'POST', asked);
      expect([form, shown.status]).toEqual([form, form === 'anthropic' ? status : 200]);
      await shown.text();
    }
    provider.play({ text: 'Fine' });
    expect((await turn(id, { parent: 'r', model: MODEL })).stopped.stopReason).toBe('done');
  });

  test('no tool runs where the conversation is gone whose results were to answer', async () => {
    const gone = await begin({});
    await send(`/api/conversations/${gone}`, 'DELETE');
    const id = await begin({ tools: ['says_back'], frozenTools: gone });
    const parts = [call('c', 'says_back', { text: 'x' })];
    const { nodes } = await turn(id, { parent: 'u', answer: { parts } });
    expect(nodes.at(-1).results).toMatchObject([{ from: 'refused', result: { success: false } }]);
    expect(nodes.at(-1).results[0].result.llmContent).toContain('is gone');
  });

  test('calls that are performed are performed by nobody else, nor is a model asked twice', async () => {
    const id = await begin({ tools: ['sleeps'] });
    let answered = '';
    const first = await turn(
      id,
      { parent: 'u', answer: { parts: [call('c', 'sleeps')] } },
      async (event) => {
        if (event.event === 'node' && event.data.node.role === 'answer')
          answered = event.data.node.id;
        if (!started(event)) return;
        for (const model of ['person', MODEL]) {
          const again = await send(turns(id), 'POST', { parent: answered, model });
          expect([again.status, (await again.json()).error.code]).toEqual([409, 'goes-on']);
        }
        await send(`/api/conversations/${id}`, 'DELETE');
      },
    );
    expect(first.stopped.stopReason).toBe('cancelled');
    const asked = await begin({ model: MODEL, tools: [] });
    provider.play({ silent: true });
    const going = turn(asked, { parent: null, text: 'Anew' });
    await provider.asked();
    const { nodes } = await (await send(`/api/conversations/${asked}`)).json();
    const again = await send(turns(asked), 'POST', { parent: nodes.at(-1).id });
    expect(again.status).toBe(409);
    await send(`/api/conversations/${asked}`, 'DELETE');
    await going;
    expect(provider.requests).toHaveLength(1);
  });

  test('one that waits for a tool that cannot overlap is stopped at once', async () => {
    const allow = async ({ event, data }: ServerEvent) => {
      const told = event === 'run' ? data.event : data;
      if (told.type !== 'approval') return false;
      const { id, runId } = told.approval;
      const body = { id, answer: 'allow', scope: 'once' };
      return (await send(`/api/runs/${runId}/decision`, 'POST', body)).ok;
    };
    const waits = call('c', 'Bash', { command: 'touch waits.txt' });
    const body = { tool: 'Bash', arguments: { command: 'echo on; sleep 600' } };
    let runId = '';
    await runner().run(body, 'page', async (event) => {
      if (event.event === 'started') ({ runId } = event.data);
      await allow(event);
      if (event.event !== 'output') return;
      const id = await begin({ tools: ['Bash'] });
      const { stopped } = await turn(
        id,
        { parent: 'u', answer: { parts: [waits] } },
        async (inner) => {
          if (await allow(inner))
            expect((await send(`/api/conversations/${id}`, 'DELETE')).status).toBe(204);
        },
      );
      expect(stopped.stopReason).toBe('cancelled');
      const living = await send(`/api/runs/${runId}`, 'DELETE');
      expect(living.ok).toBe(true);
    });
  });

  test('a key that a provider tells in names is kept nowhere', async () => {
    provider.names = [`model-${KEY}`];
    expect(await (await send('/api/models/local/names')).text()).not.toContain(KEY);
    provider.play({ calls: [{ id: `i${KEY}`, name: `n${KEY}`, arguments: {} }] }, { text: 'Fine' });
    const id = await begin({ model: MODEL, tools: [] });
    const { events, nodes } = await turn(id, { parent: 'u' });
    expect(nodes.at(-1).parts).toEqual([{ type: 'text', text: 'Fine' }]);
    expect(JSON.stringify([events, nodes])).not.toContain(KEY);
  });

  test('the time of a conversation stands still while an agent below it waits for the person', async () => {
    const { settings, revision } = await (await send('/api/settings')).json();
    // Silence is over later than the time is.
    const limits = { ...settings.limits, approvalMs: 5_000 };
    const agent = { ...settings.agent, model: MODEL, timeoutMs: 4_500 };
    const changed = { settings: { ...settings, limits, agent }, revision };
    expect((await send('/api/settings', 'PUT', changed)).status).toBe(200);
    const calls = (name: string, args: object) => ({ calls: [{ id: 'c', name, arguments: args }] });
    provider.play(
      calls('delegate', { task: 'x' }),
      calls('asks', {}),
      { text: 'Nobody answered' },
      { text: 'Well' },
    );
    const id = await begin({ model: MODEL, tools: ['delegate'], limits: { timeoutMs: 4_500 } });
    const { stopped, nodes } = await turn(id, { parent: 'u' });
    expect(stopped).toMatchObject({ stopReason: 'done' });
    expect(nodes[2].results[0].result.llmContent).toContain('Nobody answered');
  });
});
