import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import type { Step } from '../../conversations/fixtures/provider-script.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { startRunner } from '../fixtures/start-runner.ts';
import type { EngineName, ServerEvent, StartedRunner } from '../fixtures/start-runner.ts';

const KEY = 'sk-test-0123456789abcdefghij';

describe.each<EngineName>(['deno', 'node'])('Models of conversations on %s', (engine) => {
  let provider: FakeProvider;
  let runner: StartedRunner;
  beforeAll(async () => {
    provider = await FakeProvider.start();
    const keys = ['OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'];
    const set = [...keys.map((name) => `${name}=${KEY}`), 'LATHE_MODEL_SILENT_MS=1500'];
    const before = [...provider.before, ...set];
    runner = await (await startRunner(engine, undefined, 0, before)).enter();
    const files = shellFolder('echo "said $text"', { id: 'says_back' });
    const put = { method: 'PUT', body: { files }, headers: { 'If-None-Match': '*' } };
    expect((await runner.fetch('/api/tools/says_back', put)).ok).toBe(true);
  });
  afterAll(async () => {
    await runner?.discard();
    await provider?.close();
  });
  beforeEach(() => provider.play());

  const json = async (path: string, method = 'GET', body?: unknown) =>
    (
      await runner.fetch(path, {
        ...{ as: 'page', method },
        ...(body === undefined ? {} : { body }),
      })
    ).json();
  const begin = async (setup: object): Promise<string> =>
    (await json('/api/conversations', 'POST', { setup: { tools: ['says_back'], ...setup } })).id;
  const read = (id: string) => json(`/api/conversations/${id}`);
  const turn = async (id: string, body: object) => {
    const events: ServerEvent[] = [];
    const path = `/api/conversations/${id}/turns`;
    for await (const event of runner.events(path, { as: 'page', method: 'POST', body }))
      events.push(event);
    const retries = events.filter(({ event }) => event === 'retry').map(({ data }) => data);
    return { events, retries, stopped: events.at(-1)?.data };
  };
  const go = { parent: null, text: 'Do it' };

  describe('what passes by itself', () => {
    test.each<[string, Step, string, object]>([
      ['429 with Retry-After', { status: 429, retryAfter: 0 }, 'rate-limited', { afterMs: 0 }],
      ['429 without Retry-After', { status: 429 }, 'rate-limited', { attempt: 1 }],
      ['500', { status: 500 }, 'overloaded', { attempt: 1 }],
    ])('%s is told, asked again, and then answered', async (_, step, code, retry) => {
      provider.play(step, { text: 'Here' });
      const id = await begin({ model: 'openai:mock-model' });
      const { retries, stopped } = await turn(id, go);
      expect(retries).toMatchObject([{ ...retry, fault: { code } }]);
      expect(stopped.stopReason).toBe('done');
      expect((await read(id)).nodes.at(-1).parts).toEqual([{ type: 'text', text: 'Here' }]);
      expect(provider.requests).toHaveLength(2);
      expect(provider.requests[0]?.body).toBe(provider.requests[1]?.body);
    });

    test.each<[string, Step, string]>([
      ['429', { status: 429, retryAfter: 0 }, 'rate-limited'],
      ['500', { status: 500 }, 'overloaded'],
    ])('%s that persists ends the turn, which can go on', async (_, step, code) => {
      const called = { calls: [{ id: 'a', name: 'says_back', arguments: { text: 'x' } }] };
      provider.play(called, step, step, step, step, step);
      const id = await begin({ model: 'openai:mock-model' });
      const { retries, stopped } = await turn(id, go);
      expect(retries.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(stopped).toMatchObject({ stopReason: 'error', fault: { code } });
      const { nodes } = await read(id);
      expect(nodes.map(({ role }: { role: string }) => role)).toEqual([
        'user',
        'answer',
        'results',
      ]);
      provider.play({ text: 'Better' });
      const again = await turn(id, { parent: nodes.at(-1).id });
      expect(again.stopped.stopReason).toBe('done');
      expect(provider.requests[0]?.body).toContain('said x');
    });

    test('silence: what came stays, nothing is asked again, and the turn can go on', async () => {
      const says = { text: 'Half of an answer, which is long enough to be cut in two' };
      provider.play({ silent: true, after: 700, says });
      const id = await begin({ model: 'openai:mock-model' });
      const { stopped } = await turn(id, go);
      expect(stopped).toMatchObject({ stopReason: 'error', fault: { code: 'silent' } });
      const { nodes } = await read(id);
      expect(nodes.at(-1)).toMatchObject({ role: 'answer', whole: false });
      expect(says.text).toContain(nodes.at(-1).parts[0].text);
      expect(provider.requests).toHaveLength(1);
      provider.play({ text: 'Better' });
      expect((await turn(id, { parent: nodes[0].id })).stopped.stopReason).toBe('done');
    });
  });

  describe('reasoning', () => {
    const bodies = () => provider.bodies<Record<string, unknown>>();
    test.each<[string, string, (body: Record<string, unknown>) => unknown, unknown]>([
      ['openai:gpt-5', 'high', (body) => body.reasoning_effort, 'high'],
      ['local:mock-model', 'low', (body) => body.reasoning_effort, 'low'],
      ['local:mock-model', 'none', (body) => body.reasoning_effort, 'none'],
      [
        'anthropic:claude-sonnet-4-5',
        'medium',
        (body) => body.thinking,
        { type: 'enabled', budget_tokens: expect.any(Number) },
      ],
      ['anthropic:claude-sonnet-4-5', 'none', (body) => body.thinking, { type: 'disabled' }],
      [
        'google:gemini-2.5-flash',
        'low',
        (body) => (body.generationConfig as { thinkingConfig: object }).thinkingConfig,
        { includeThoughts: true, thinkingBudget: expect.any(Number) },
      ],
    ])(
      '%s is asked for %s, and what is shown is what is sent',
      async (model, reasoning, of, asked) => {
        provider.play({ text: 'Thought over' });
        const id = await begin({ model, reasoning, tools: [] });
        const shown = await json(`/api/conversations/${id}/request`, 'POST', go);
        expect((await turn(id, go)).stopped.stopReason).toBe('done');
        expect(of(bodies()[0] ?? {})).toEqual(asked);
        expect(provider.requests[0]?.body).toBe(shown.body);
      },
    );

    test.each(['openai:gpt-5', 'anthropic:claude-sonnet-4-5', 'google:gemini-2.5-flash'])(
      '%s is asked for nothing where nothing is said',
      async (model) => {
        provider.play({ text: 'Fine' });
        const id = await begin({ model, tools: [] });
        await turn(id, go);
        expect(provider.requests[0]?.body).not.toMatch(/reasoning|thinking/);
      },
    );

    test.each([
      ['anthropic:claude-sonnet-4-5', '"signature":"SIGNED"'],
      ['google:gemini-2.5-flash', '"thoughtSignature":"SIGNED"'],
      ['local:mock-model', '"reasoning_content":"It is to be said"'],
    ])('what %s wants back of its reasoning comes back with the results', async (model, back) => {
      const says = {
        ...{ reasoning: 'It is to be said', signature: 'SIGNED' },
        calls: [{ id: 'a', name: 'says_back', arguments: { text: 'x' } }],
      };
      provider.play(model.startsWith('google:') ? gemini : says, { text: 'Said' });
      const id = await begin({ model, reasoning: 'medium' });
      const { stopped } = await turn(id, go);
      expect(stopped.stopReason).toBe('done');
      expect(provider.requests).toHaveLength(2);
      expect(provider.requests[1]?.body).toContain(back);
      expect(provider.requests[1]?.body).toContain('said x');
    });
  });
});

/** A thought, and a call with its signature, as Gemini tells them. */
const gemini = {
  raw: `data: ${JSON.stringify({
    candidates: [
      {
        content: {
          role: 'model',
          parts: [
            { text: 'It is to be said', thought: true },
            {
              functionCall: { name: 'says_back', args: { text: 'x' } },
              thoughtSignature: 'SIGNED',
            },
          ],
        },
        finishReason: 'STOP',
      },
    ],
  })}\n\n`,
};
