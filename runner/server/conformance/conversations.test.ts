import { describe, expect, test } from 'vitest';
import { onBothEngines } from '../fixtures/on-both-engines.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import type { As, ServerEvent } from '../fixtures/start-runner.ts';

onBothEngines('Conversations', (runner) => {
  const json = async (path: string, method = 'GET', body?: unknown, as: As = 'page') =>
    (await runner().fetch(path, { as, method, ...(body === undefined ? {} : { body }) })).json();
  const begin = async (setup: object = {}, more: object = {}): Promise<string> =>
    (await json('/api/conversations', 'POST', { setup, ...more })).id;
  const read = (id: string) => json(`/api/conversations/${id}`);
  const turn = async (
    id: string,
    body: object,
    on: (event: ServerEvent) => unknown = () => undefined,
    as: As = 'page',
  ) => {
    const events: ServerEvent[] = [];
    const path = `/api/conversations/${id}/turns`;
    for await (const event of runner().events(path, { as, method: 'POST', body })) {
      events.push(event);
      await on(event);
    }
    const nodes = events.filter(({ event }) => event === 'node').map(({ data }) => data.node);
    return { events, nodes, stopped: events.at(-1)?.data };
  };

  describe('the person as the model', () => {
    test('does a task of two calls, and every message is kept', async () => {
      const id = await begin({ tools: ['Write', 'Read'] });
      const asked = await turn(id, { parent: null, text: 'Read every.txt twice' });
      expect(asked.stopped).toMatchObject({ type: 'stopped', stopReason: 'answer-awaited' });
      const call = (callId: string) => ({
        ...{ type: 'call', id: callId, name: 'Read' },
        arguments: JSON.stringify({ file_path: 'nothing.txt' }),
      });
      const answer = { parts: [{ type: 'text', text: 'Looking' }, call('a'), call('a')] };
      const called = await turn(id, { parent: asked.nodes.at(-1).id, answer });
      expect(called.stopped.stopReason).toBe('answer-awaited');
      const results = called.nodes.findLast(({ role }) => role === 'results');
      expect(results.results.map(({ callId }: { callId: string }) => callId)).toEqual(['a', 'a-2']);
      const said = { parts: [{ type: 'text', text: 'There is none' }] };
      const done = await turn(id, { parent: results.id, answer: said });
      expect(done.stopped.stopReason).toBe('done');
      const kept = await read(id);
      expect(kept.nodes.map(({ role }: { role: string }) => role)).toEqual([
        ...['user', 'answer', 'results', 'answer'],
      ]);
      expect(kept).toMatchObject({ title: 'Read every.txt twice', nodes: expect.anything() });
      expect(kept.isGoingOn).toBe(false);
      void shellFolder;
    });
  });
});
