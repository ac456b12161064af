import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type {
  CallOutcome,
  ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import { FakeProvider } from '../../conversations/fixtures/provider.ts';
import type { Step } from '../../conversations/fixtures/provider-script.ts';
import { shellFolder } from '../fixtures/shell-folder.ts';
import { startRunner, type EngineName, type StartedRunner } from '../fixtures/start-runner.ts';

const MODEL = 'local:mock-model';
const ask = (name: string, id: string, text = id) => ({ id, name, arguments: { text } });
/** As OpenAI says it. */
const tooLong =
  "This model's maximum context length is 8192 tokens. However, your messages resulted in 9,001 tokens.";

describe.each<EngineName>(['deno', 'node'])('What a model calls wrongly on %s', (engine) => {
  let provider: FakeProvider;
  let runner: StartedRunner;
  const send = (path: string, method = 'GET', body?: unknown) =>
    runner.fetch(path, { as: 'page', method, ...(body === undefined ? {} : { body }) });
  beforeAll(async () => {
    provider = await FakeProvider.start();
    runner = await (await startRunner(engine, undefined, 0, provider.before)).enter();
    for (const id of ['say_it', 'off', 'kept_back']) {
      const files = shellFolder('echo "said $text"', { id });
      const put = { method: 'PUT', body: { files }, headers: { 'If-None-Match': '*' } };
      expect((await runner.fetch(`/api/tools/${id}`, put)).ok).toBe(true);
    }
    expect((await send('/api/tools/off/enabled', 'PUT', { enabled: false })).status).toBe(204);
  });
  afterAll(async () => {
    await runner?.discard();
    await provider?.close();
  });
  beforeEach(() => provider.play());

  /** A conversation with `say_it` and `off` to its end. */
  const talk = async (...steps: Step[]) => {
    provider.play(...steps);
    const setup = { model: MODEL, tools: ['say_it', 'off'] };
    const { id } = await (await send('/api/conversations', 'POST', { setup })).json();
    const body = { parent: null, text: 'Do it' };
    const path = `/api/conversations/${id}/turns`;
    const nodes: ConversationNode[] = [];
    let stopped: unknown;
    for await (const { event, data } of runner.events(path, { as: 'page', method: 'POST', body })) {
      if (event === 'node') nodes.push(data.node);
      if (event === 'stopped') stopped = data;
    }
    const outcomes = nodes.flatMap((node) => (node.role === 'results' ? node.results : []));
    return { id, stopped, outcomes };
  };
  const told = (outcomes: CallOutcome[]) =>
    outcomes.map(({ callId, from, result }) => [callId, from, result.llmContent.trim()]);

  test('a tool that is switched off or not offered is none, and what was asked beside it runs', async () => {
    const { outcomes, stopped } = await talk(
      { calls: [ask('off', 'a'), ask('kept_back', 'b'), ask('say_it', 'c')] },
      { text: 'Done' },
    );
    expect(told(outcomes)).toEqual([
      ['a', 'refused', "Error: Tool 'off' not found."],
      ['b', 'refused', "Error: Tool 'kept_back' not found."],
      ['c', 'run', 'said c'],
    ]);
    expect(stopped).toMatchObject({ stopReason: 'done' });
  });

  test('calls that share an id are told apart, and each has its own result in the next request', async () => {
    const { outcomes } = await talk(
      { calls: [ask('say_it', 'same', 'one'), ask('say_it', 'same', 'two')] },
      { text: 'Done' },
    );
    expect(outcomes.map(({ result }) => result.llmContent.trim())).toEqual([
      'said one',
      'said two',
    ]);
    expect(new Set(outcomes.map(({ callId }) => callId)).size).toBe(2);
    const { messages } = provider.bodies<{
      messages: { role: string; tool_call_id?: string; content: string }[];
    }>()[1]!;
    const results = messages.filter(({ role }) => role === 'tool');
    expect(results.map((one) => [one.tool_call_id, one.content.trim()])).toEqual(
      outcomes.map(({ callId, result }) => [callId, result.llmContent.trim()]),
    );
  });

  test('a context that is too long is said with its count, and the conversation goes on elsewhere', async () => {
    const body = JSON.stringify({ error: { message: tooLong, code: 'context_length_exceeded' } });
    const { id, stopped } = await talk({ status: 400, body });
    expect(stopped).toMatchObject({
      stopReason: 'error',
      fault: { code: 'too-long', values: { tokens: 9001, limit: 8192 } },
    });
    const { nodes } = await (await send(`/api/conversations/${id}`)).json();
    expect(nodes).toMatchObject([{ role: 'user', stopped: { fault: { code: 'too-long' } } }]);
  });
});
