import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { modelFaultKey, modelFaults } from '../../../shared/protocol/model-faults.ts';
import type { ModelFault, ModelId } from '../../../shared/protocol/models.ts';
import { fakeModels, KEY } from '../fixtures/fake-models.ts';
import type { FakeModels } from '../fixtures/fake-models.ts';
import type { Step } from '../fixtures/provider-script.ts';
import type { Piece } from './model.ts';

let at: FakeModels;
beforeAll(async () => {
  at = await fakeModels();
});
afterAll(() => at.close());

const faultIn = (pieces: readonly Piece[]): ModelFault => {
  const last = pieces.at(-1);
  if (last?.type !== 'fault') throw new Error(`It ended with ${JSON.stringify(last)}`);
  return last.fault;
};
const error = (message: string, more: object = {}) =>
  JSON.stringify({ error: { message, ...more } });
const always = (step: Step): [Step, Step, Step] => [step, step, step];

type Row = [says: string, id: ModelId, steps: Step[], key: string, says: RegExp];
const rows: Row[] = [
  ['401', 'openai:m', [{ status: 401 }], 'bad-key', /refused the key \(status 401\): check it/],
  ['403', 'anthropic:m', [{ status: 403 }], 'bad-key', /status 403/],
  [
    'a wrong key of Google is 400',
    'google:m',
    [{ status: 400, body: error('API key not valid. Please pass a valid API key.') }],
    'bad-key',
    /API key not valid/,
  ],
  [
    'no such model of OpenAI',
    'openai:m',
    [{ status: 404, body: error('The model `m` does not exist', { code: 'model_not_found' }) }],
    'no-model',
    /no model "m": choose/,
  ],
  [
    'no such model of Anthropic',
    'anthropic:m',
    [{ status: 404, body: error('model: m', { type: 'not_found_error' }) }],
    'no-model',
    /Anthropic answered: model: m/,
  ],
  [
    'no such model of Google',
    'google:m',
    [{ status: 404, body: error('models/m is not found for API version v1beta') }],
    'no-model',
    /no model/,
  ],
  [
    'no such model of Ollama',
    'local:m',
    [{ status: 404, body: error('model "m" not found, try pulling it first') }],
    'no-model',
    /pulling/,
  ],
  [
    'another server',
    'local:m',
    [{ status: 404, body: '<h1>Not Found</h1>' }],
    'bad-address:path',
    /check the path/,
  ],
  [
    '429 without Retry-After',
    'openai:m',
    always({ status: 429 }),
    'rate-limited',
    /try again later/,
  ],
  [
    '429 for long',
    'openai:m',
    [{ status: 429, retryAfter: 61 }],
    'rate-limited:later',
    /wait 1 min 1 s/,
  ],
  [
    '429 of Google says when in its body',
    'google:m',
    [{ status: 429, body: error('Slow down', { details: [{ retryDelay: '90s' }] }) }],
    'rate-limited:later',
    /wait 1 min 30 s/,
  ],
  [
    '429 and nothing left to use',
    'openai:m',
    [{ status: 429, body: error('You exceeded your quota', { code: 'insufficient_quota' }) }],
    'rate-limited:quota',
    /plan/,
  ],
  ['500', 'openai:m', always({ status: 500 }), 'overloaded', /status 500/],
  [
    '529 of Anthropic',
    'anthropic:m',
    always({ status: 529, body: error('Overloaded') }),
    'overloaded',
    /status 529/,
  ],
  [
    'an error in the stream',
    'anthropic:m',
    always({
      raw: 'event: error\ndata: {"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}\n\n',
    }),
    'overloaded:told',
    /Overloaded/,
  ],
  [
    'an error in the stream of OpenAI',
    'openai:m',
    always({ raw: `data: ${error('The server had an error', { type: 'server_error' })}\n\n` }),
    'overloaded:told',
    /server had an error/,
  ],
  [
    'a context too long for OpenAI',
    'openai:m',
    [
      {
        status: 400,
        body: error(
          "This model's maximum context length is 8192 tokens. However, your messages resulted in 9,001 tokens.",
          { code: 'context_length_exceeded' },
        ),
      },
    ],
    'too-long:counted',
    /has 9001 tokens, but m reads at most 8192/,
  ],
  [
    'for Anthropic',
    'anthropic:m',
    [{ status: 400, body: error('prompt is too long: 203000 tokens > 200000 maximum') }],
    'too-long:counted',
    /203000 tokens .* 200000/,
  ],
  [
    'for Google',
    'google:m',
    [
      {
        status: 400,
        body: error(
          'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
        ),
      },
    ],
    'too-long:counted',
    /1200000/,
  ],
  [
    'for llama.cpp',
    'local:m',
    [
      {
        status: 400,
        body: error('the request exceeds the available context size, try increasing it'),
      },
    ],
    'too-long',
    /remove messages or tools/,
  ],
  ['a body too large', 'anthropic:m', [{ status: 413 }], 'too-long', /remove/],
  [
    'another refusal',
    'openai:m',
    [{ status: 400, body: error("Unsupported value: 'x'") }],
    'refused',
    /Unsupported value/,
  ],
  ['a connection that breaks before an answer', 'openai:m', [{ after: 0 }], 'cut', /was cut off/],
  [
    'a redirect',
    'openai:m',
    [{ redirect: 'https://evil.example/v1' }],
    'bad-address:redirect',
    /redirects to https:\/\/evil\.example/,
  ],
  [
    'a page in an answer’s place',
    'local:m',
    [{ raw: '<html><body>Sign in</body></html>', type: 'text/html; charset=utf-8' }],
    'bad-answer',
    /answered: Sign in/,
  ],
  [
    'JSON in an answer’s place',
    'openai:m',
    [{ raw: '{"ok":true}', type: 'application/json' }],
    'bad-answer',
    /cannot be read/,
  ],
  [
    'events that are no answer',
    'anthropic:m',
    [{ raw: 'data: nonsense\n\n' }],
    'bad-answer',
    /cannot be read/,
  ],
  ['nothing at all', 'google:m', [{ raw: '' }], 'bad-answer', /cannot be read/],
  [
    'a content filter',
    'openai:m',
    [{ text: 'I', finish: 'content_filter' }],
    'filtered',
    /content_filter/,
  ],
  [
    'a content filter of Google',
    'google:m',
    [{ raw: 'data: {"promptFeedback":{"blockReason":"SAFETY"}}\n\n' }],
    'filtered',
    /SAFETY/,
  ],
  [
    'a refusal of Anthropic',
    'anthropic:m',
    [
      {
        raw: 'event: message_start\ndata: {"type":"message_start","message":{"id":"m","type":"message","role":"assistant","model":"c","content":[],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":5,"output_tokens":1}}}\n\nevent: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":"refusal","stop_sequence":null},"usage":{"output_tokens":7}}\n\nevent: message_stop\ndata: {"type":"message_stop"}\n\n',
      },
    ],
    'filtered',
    /refusal/,
  ],
  [
    'more than 1 MB of text',
    'openai:m',
    [{ text: 'x'.repeat(1_100_000) }],
    'too-large',
    /1048576 characters/,
  ],
  [
    'more than 1 MB of arguments',
    'openai:m',
    [{ calls: [{ name: 'a', arguments: { x: 'x'.repeat(1_100_000) } }] }],
    'too-large',
    /was stopped/,
  ],
];

describe('failures of a provider', () => {
  test.each(rows)('%s (%s)', async (_, id, steps, key, sentence) => {
    const fault = faultIn(await at.ask(id, {}, ...steps));
    expect(modelFaultKey(fault)).toBe(key);
    expect(fault.message).toMatch(sentence);
    expect(fault.message).not.toMatch(/[{}]|undefined/);
    expect(JSON.stringify(fault)).not.toContain(KEY);
    expect(at.provider.requests.length).toBe(steps.length);
  });
});

test.each<[string, ModelId, Step]>([
  ['before an answer', 'openai:m', { silent: true }],
  ['in the middle', 'anthropic:m', { after: 300, silent: true }],
])('silence %s', async (_, id, step) => {
  const impatient = await fakeModels({ silentMs: 300 });
  const fault = faultIn(await impatient.ask(id, {}, step));
  await impatient.provider.left();
  await impatient.close();
  expect(fault.code).toBe('silent');
  expect(fault.message).toMatch(/\w+ sent nothing for 0 s/);
});

describe('without a reachable provider', () => {
  /** A port on which nobody listens. */
  const free = async (): Promise<string> => {
    const server = createServer();
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    await new Promise((done) => server.close(done));
    return String(port);
  };

  const asked = async (env: Record<string, string | undefined>, id: ModelId = 'openai:m') => {
    const before = { ...at.env };
    const closed = await free();
    for (const [name, value] of Object.entries(env))
      at.env[name] = value?.replace('CLOSED', closed);
    const fault = faultIn(await at.ask(id));
    Object.assign(at.env, before);
    return fault;
  };

  test.each([
    [{ OPENAI_API_KEY: undefined }, 'no-key', /set OPENAI_API_KEY, or enter one/],
    [{ OPENAI_API_KEY: 'sk-a b' }, 'bad-key:characters', /copy it again/],
    [{ OPENAI_BASE_URL: 'garbage' }, 'bad-address:no-url', /"garbage" is not an address/],
    [{ OPENAI_BASE_URL: 'http://10.0.0.1/v1' }, 'bad-address:clear', /unencrypted/],
    [{ OPENAI_BASE_URL: 'http://127.0.0.1:CLOSED/v1' }, 'unreachable:refused', /No answer/],
    [{ OPENAI_BASE_URL: 'https://nobody.invalid/v1' }, 'unreachable:name', /name .* was not found/],
  ])('%j gives the fault %s', async (env, key, sentence) => {
    const fault = await asked(env);
    expect(modelFaultKey(fault)).toBe(key);
    expect(fault.message).toMatch(sentence);
  });

  test('a server without TLS is reported, without a retry', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => socket.write('HTTP/1.1 200 OK\r\n\r\n', () => socket.destroy()));
      socket.on('error', () => undefined);
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const { port } = server.address() as { port: number };
    let connected = 0;
    server.on('connection', () => (connected += 1));
    const fault = await asked({ OPENAI_BASE_URL: `https://127.0.0.1:${port}/v1` });
    await new Promise((done) => server.close(done));
    expect(modelFaultKey(fault)).toBe('unreachable:tls');
    expect(fault.message).toMatch(/trusted \(received corrupt message[^)]*\): check/);
    expect(connected).toBe(1);
  });

  test('a process that cannot start is reported', async () => {
    const bare = await fakeModels({ deno: undefined });
    const fault = faultIn(await bare.ask('openai:m'));
    expect(fault).toMatchObject({ code: 'no-host', message: /npm install/ });
    expect(await bare.models.names('local')).toMatchObject({ fault: { code: 'no-host' } });
    expect((await bare.models.state()).missing).toMatch(/npm install/);
    await bare.close();
  });
});

describe('retries', () => {
  const shape = (pieces: readonly Piece[]) =>
    pieces.map((one) =>
      one.type === 'retry' ? `retry ${one.attempt} in ${one.afterMs}` : one.type,
    );

  test.each<[Step[], string[]]>([
    [
      [{ status: 429, retryAfter: 0 }, { status: 503 }, { text: 'So' }],
      ['retry 1 in 0', 'retry 2 in 2', 'text', 'usage', 'finish'],
    ],
    [always({ status: 500 }), ['retry 1 in 1', 'retry 2 in 2', 'fault']],
    [
      [{ status: 429, retryAfter: 'Thu, 01 Jan 1970 00:00:00 GMT' }, { text: 'So' }],
      ['retry 1 in 0', 'text', 'usage', 'finish'],
    ],
    [
      [{ status: 429, headers: { 'retry-after-ms': '3' } }, { text: 'So' }],
      ['retry 1 in 3', 'text', 'usage', 'finish'],
    ],
    [[{ status: 429, retryAfter: 61 }], ['fault']],
    [[{ status: 400 }], ['fault']],
    [[{ status: 401 }], ['fault']],
    [[{ redirect: 'https://evil.example' }], ['fault']],
  ])('%j', async (steps, expected) => {
    expect(shape(await at.ask('openai:m', {}, ...steps))).toEqual(expected);
    expect(at.provider.requests).toHaveLength(steps.length);
  });

  test('no retry after the first reported piece', async () => {
    const text = 'Said before it broke '.repeat(20);
    const pieces = await at.ask('openai:m', {}, { after: 900, says: { text } }, { text: 'Again' });
    expect(new Set(shape(pieces))).toEqual(new Set(['text', 'fault']));
    expect(at.provider.requests).toHaveLength(1);
  });

  test('a fault reports the wait that a provider requests', async () => {
    const fault = faultIn(await at.ask('openai:m', {}, { status: 429, retryAfter: 3600 }));
    expect(fault.retryAfterMs).toBe(3_600_000);
  });

  test('a stop ends the wait for a retry', async () => {
    const slow = await fakeModels({ waits: [50_000] });
    slow.provider.play({ status: 500 });
    const model = await slow.models.open('openai:m');
    if ('fault' in model) throw new Error(model.fault.message);
    const stop = new AbortController();
    const told: string[] = [];
    for await (const piece of model.answer({ system: '', messages: [], tools: [] }, stop.signal)) {
      told.push(piece.type);
      if (piece.type === 'retry') stop.abort();
    }
    expect(told).toEqual(['retry', 'fault']);
    await slow.close();
  });
});

test('every sentence uses only values that its fault has, and ends without a full stop', () => {
  for (const [key, sentence] of Object.entries(modelFaults)) {
    expect(sentence, key).toMatch(/^["{A-Z]/);
    expect(sentence, key).not.toMatch(/\.$/);
  }
});
