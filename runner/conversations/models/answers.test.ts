import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AnswerPart } from '../../../shared/protocol/conversations/conversations.ts';
import type { ModelId } from '../../../shared/protocol/models.ts';
import { fakeModels, hello } from '../fixtures/fake-models.ts';
import type { FakeModels } from '../fixtures/fake-models.ts';
import type { Piece } from './model.ts';

let at: FakeModels;
beforeAll(async () => {
  at = await fakeModels();
});
afterAll(() => at.close());

/** Texts of one kind in a row as one piece. */
const joined = (pieces: readonly Piece[]): Piece[] => {
  const out: Piece[] = [];
  for (const piece of pieces) {
    const last = out.at(-1);
    const isSame =
      (piece.type === 'text' || piece.type === 'reasoning') && last?.type === piece.type;
    if (isSame && last) out[out.length - 1] = { ...piece, text: `${last.text}${piece.text}` };
    else out.push(piece);
  }
  return out;
};
const types = (pieces: readonly Piece[]) => joined(pieces).map(({ type }) => type);
const calls = (pieces: readonly Piece[]) =>
  pieces.flatMap((piece) => (piece.type === 'call' ? [piece.call] : []));

const everyone: ModelId[] = [
  'openai:gpt-4.1',
  'local:llama',
  'anthropic:claude-opus-4-5',
  'google:gemini-3-pro',
];

describe.each(everyone)('%s', (id) => {
  const held = id.startsWith('anthropic:') ? ['held'] : [];
  // OpenAI's own chat tells no reasoning.
  const reasoning = id.startsWith('openai:') ? [] : ['reasoning', ...held];

  test('text, reasoning, several calls and usage arrive in order', async () => {
    const pieces = await at.ask(
      id,
      {},
      {
        ...{ text: 'Two things at once', reasoning: 'I need both', signature: 'SIGNED' },
        calls: [
          { id: 'c1', name: 'add', arguments: { a: 1, b: [true, null, 'é\n'] } },
          { id: 'c2', name: 'add', arguments: {} },
        ],
        usage: { input: 12, output: 34 },
      },
    );
    expect(types(pieces)).toEqual([...reasoning, 'text', 'call', 'call', 'usage', 'finish']);
    const said = joined(pieces);
    expect(said.find(({ type }) => type === 'text')).toEqual({
      ...{ type: 'text', text: 'Two things at once' },
    });
    expect(calls(pieces).map((call) => JSON.parse(call.arguments))).toEqual([
      { a: 1, b: [true, null, 'é\n'] },
      {},
    ]);
    const [first, second] = calls(pieces);
    expect(first?.id).not.toBe(second?.id);
    expect(said.find(({ type }) => type === 'usage')).toMatchObject({
      usage: { inputTokens: 12, outputTokens: 34 },
    });
    expect(pieces.at(-1)).toEqual({ type: 'finish', reason: 'calls' });
  });

  test.each([
    [{ text: 'Fine' }, 'stop'],
    [{ text: 'Half', finish: 'length' as const }, 'length'],
    [{ calls: [{ name: 'add', arguments: {} }] }, 'calls'],
  ])('%j finishes with %s', async (says, reason) => {
    expect((await at.ask(id, {}, says)).at(-1)).toEqual({ type: 'finish', reason });
  });

  test('an interrupted answer keeps its text, and no call that may be incomplete', async () => {
    const says = { text: 'Before', calls: [{ name: 'add', arguments: { long: 'x'.repeat(400) } }] };
    at.provider.play(says);
    const whole = await fetch(...request(id)).then((response) => response.text());
    const after = whole.indexOf('xxxx') + 20;
    expect(after).toBeGreaterThan(50);
    const pieces = await at.ask(id, {}, { after, says });
    expect(pieces.at(-1)).toMatchObject({ type: 'fault', fault: { code: 'cut' } });
    expect(calls(pieces)).toEqual([]);
    expect(joined(pieces)[0]).toEqual({ type: 'text', text: 'Before' });
  });

  test('a stream without a final event is an interrupted one', async () => {
    at.provider.play({ text: 'Before this there was nothing, and nothing comes after it' });
    const whole = await fetch(...request(id)).then((response) => response.text());
    const events = whole
      .split('\n\n')
      .filter((one) => !/finish_?reason": ?"|stop_reason":"|message_stop|\[DONE\]/i.test(one));
    const pieces = await at.ask(id, {}, { raw: `${events.join('\n\n')}\n\n` });
    expect(pieces.at(-1)).toMatchObject({ type: 'fault', fault: { code: 'cut' } });
  });

  test('a stop also ends the request at the provider', async () => {
    at.provider.play({ after: 200, silent: true, says: { text: 'A long answer '.repeat(50) } });
    const model = await at.models.open(id);
    if ('fault' in model) throw new Error(model.fault.message);
    const stop = new AbortController();
    const pieces: Piece[] = [];
    const asked = (async () => {
      for await (const piece of model.answer(hello, stop.signal)) pieces.push(piece);
    })();
    await at.provider.asked();
    stop.abort();
    await asked;
    expect(pieces.at(-1)).toMatchObject({ type: 'fault', fault: { code: 'cut' } });
    await at.provider.left();
  });
});

const request = (id: ModelId): [string, RequestInit] => {
  const [provider = '', name = ''] = id.split(':');
  const base = at.provider.address(provider as 'openai');
  const body = JSON.stringify({
    model: name,
    stream: true,
    max_tokens: 9,
    messages: [{ role: 'user', content: 'x' }],
    contents: [{ role: 'user', parts: [{ text: 'x' }] }],
  });
  const path = { anthropic: '/messages', google: `/models/${name}:streamGenerateContent?alt=sse` }[
    provider
  ];
  return [
    `${base}${path ?? '/chat/completions'}`,
    { method: 'POST', headers: { 'Content-Type': 'application/json' }, body },
  ];
};

const events = (...data: object[]) =>
  data.map((one) => `data: ${JSON.stringify(one)}\n\n`).join('');
const named = (...data: { type: string }[]) =>
  data.map((one) => `event: ${one.type}\ndata: ${JSON.stringify(one)}\n\n`).join('');

describe('data that providers need back', () => {
  test('Anthropic: a signature and withheld reasoning, unchanged', async () => {
    const block = (index: number, start: object, ...deltas: object[]) => [
      { type: 'content_block_start', index, content_block: start },
      ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
      { type: 'content_block_stop', index },
    ];
    const raw = named(
      {
        type: 'message_start',
        ...{
          message: {
            id: 'm',
            type: 'message',
            role: 'assistant',
            model: 'c',
            content: [],
            stop_reason: null,
            stop_sequence: null,
            usage: { input_tokens: 5, output_tokens: 1, cache_read_input_tokens: 4 },
          },
        },
      },
      ...block(
        0,
        { type: 'thinking', thinking: '', signature: '' },
        { type: 'thinking_delta', thinking: 'Hm' },
        { type: 'signature_delta', signature: 'SIG==' },
      ),
      ...block(1, { type: 'redacted_thinking', data: 'SECRET' }),
      ...block(2, { type: 'text', text: '' }, { type: 'text_delta', text: 'So' }),
      {
        type: 'message_delta',
        ...{ delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: { output_tokens: 7 } },
      },
      { type: 'message_stop' },
    );
    const pieces = await at.ask('anthropic:claude-opus-4-5', {}, { raw });
    expect(joined(pieces)).toEqual([
      { type: 'reasoning', text: 'Hm' },
      { type: 'held', held: { anthropic: { signature: 'SIG==' } } },
      { type: 'reasoning', text: '' },
      { type: 'held', held: { anthropic: { redactedData: 'SECRET' } } },
      { type: 'text', text: 'So' },
      { type: 'usage', usage: { inputTokens: 9, outputTokens: 7, cachedTokens: 4 } },
      { type: 'finish', reason: 'stop' },
    ]);
    const parts: AnswerPart[] = [
      { type: 'reasoning', text: 'Hm', held: { anthropic: { signature: 'SIG==' } } },
      { type: 'reasoning', text: '', held: { anthropic: { redactedData: 'SECRET' } } },
      { type: 'text', text: 'So' },
    ];
    const messages = [...hello.messages, { role: 'assistant' as const, parts }, ...hello.messages];
    await at.ask('anthropic:claude-opus-4-5', { messages }, { text: 'Ready' });
    const [body] = at.provider.bodies<{ messages: { content: unknown }[] }>();
    expect(body?.messages[1]?.content).toEqual([
      { type: 'thinking', thinking: 'Hm', signature: 'SIG==' },
      { type: 'redacted_thinking', data: 'SECRET' },
      { type: 'text', text: 'So' },
    ]);
  });

  test('Gemini: the thought signature of a call, exact numbers, and the count of thoughts', async () => {
    const answer = (parts: object[], more = {}) => ({
      candidates: [{ content: { role: 'model', parts }, ...more }],
    });
    const raw = events(answer([{ text: 'Hm', thought: true }]), {
      ...answer([{ functionCall: { name: 'add', args: 'ARGS' }, thoughtSignature: 'THOUGHT' }], {
        finishReason: 'STOP',
        avgLogprobs: -0.1234567890123456,
      }),
      usageMetadata: {
        promptTokenCount: 3,
        candidatesTokenCount: 4,
        thoughtsTokenCount: 5,
        cachedContentTokenCount: 1,
        totalTokenCount: 12,
      },
    }).replace('"ARGS"', '{"n":12345678901234567890,"f":3.0,"é":"✓"}');
    const pieces = await at.ask('google:gemini-3-pro', {}, { raw });
    expect(joined(pieces)).toEqual([
      { type: 'reasoning', text: 'Hm' },
      {
        type: 'call',
        call: {
          ...{ type: 'call', id: expect.stringMatching(/./), name: 'add' },
          arguments: '{"n":12345678901234567890,"f":3.0,"é":"✓"}',
          held: { google: { thoughtSignature: 'THOUGHT' } },
        },
      },
      {
        type: 'usage',
        usage: { inputTokens: 3, outputTokens: 9, cachedTokens: 1, reasoningTokens: 5 },
      },
      { type: 'finish', reason: 'calls' },
    ]);
  });
});

test('arguments that are not valid JSON pass unchanged', async () => {
  const broken = '{"a": 1, "b": ';
  const says = { calls: [{ name: 'add', arguments: broken }] };
  for (const id of ['openai:gpt-4.1', 'local:llama'] as const) {
    expect(calls(await at.ask(id, {}, says)).map((call) => call.arguments)).toEqual([broken]);
  }
});

test('each of 200 calls in a turn arrives once', async () => {
  const many = Array.from({ length: 200 }, (_, n) => ({
    id: `c${n}`,
    name: 'add',
    arguments: { n },
  }));
  for (const id of everyone) {
    const told = calls(await at.ask(id, {}, { calls: many }));
    expect(told.map((call) => JSON.parse(call.arguments).n)).toEqual(many.map((_, n) => n));
    expect(new Set(told.map((call) => call.id)).size).toBe(200);
  }
});

test('calls with the same id get different ones', async () => {
  const twice = [1, 2].map((n) => ({ id: 'same', name: 'add', arguments: { n } }));
  const told = calls(await at.ask('openai:gpt-4.1', {}, { calls: twice }));
  expect(told.map((call) => call.arguments)).toEqual(['{"n":1}', '{"n":2}']);
  expect(new Set(told.map((call) => call.id)).size).toBe(2);
});
