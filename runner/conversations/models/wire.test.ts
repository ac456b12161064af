import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ModelId } from '../../../shared/protocol/models.ts';
import { providers } from '../../../shared/schema/providers.ts';
import { readJson, writeJson } from '../../../shared/tool/exact-number.ts';
import { Definition } from '../../../shared/tool/definition.ts';
import { fakeModels, hello } from '../fixtures/fake-models.ts';
import type { FakeModels } from '../fixtures/fake-models.ts';
import type { ModelRequest } from './model.ts';

let at: FakeModels;
beforeAll(async () => {
  at = await fakeModels();
});
afterAll(() => at.close());

/** What the packages of the providers would change on the way, each in its own. */
const tricky = Definition.parse({
  name: 'measure',
  description: 'Measures a thing',
  parameters: {
    type: 'object',
    properties: {
      name: { type: 'string', pattern: '^(?=a)b', description: 'Who' },
      many: readJson('{"type":"integer","maximum":12345678901234567890}'),
      map: { type: 'object', propertyNames: { pattern: '^x' }, additionalProperties: true },
      tree: { allOf: [{ $ref: '#/$defs/node' }] },
      when: { type: 'string', format: 'date-time', default: '2020-01-01T00:00:00Z' },
    },
    required: ['name'],
    additionalProperties: false,
    $defs: { node: { type: 'object', properties: { next: { type: 'string', const: 'x' } } } },
  },
});
const strict = Definition.parse({
  name: 'add',
  description: 'Adds',
  strict: true,
  parameters: { type: 'object', properties: { a: { type: 'number' }, b: { type: 'number' } } },
});
const dotted = Definition.parse({ name: 'files.read', description: 'Reads', parameters: {} });

const talk: ModelRequest = {
  system: 'Be brief',
  tools: [tricky, strict, dotted],
  messages: [
    { role: 'user', text: 'One' },
    {
      role: 'assistant',
      parts: [
        { type: 'reasoning', text: 'Hm', held: { anthropic: { signature: 'SIG' } } },
        { type: 'text', text: 'Let me see' },
        {
          ...{ type: 'call', id: 'c1', name: 'files.read' },
          arguments: '{"n": 12345678901234567890, "f": 3.0}',
          held: { google: { thoughtSignature: 'THOUGHT' } },
        },
        { type: 'call', id: 'c2', name: 'gone.by', arguments: '{"broken":' },
      ],
    },
    {
      role: 'tool',
      results: [
        { callId: 'c1', name: 'files.read', content: '{"$ref": "as it is"}', isError: false },
        { callId: 'c2', name: 'gone.by', content: 'No such tool', isError: true },
      ],
    },
    { role: 'user', text: 'Two' },
  ],
};

const forms: [ModelId, 'openai' | 'anthropic' | 'gemini'][] = [
  ['openai:gpt-5', 'openai'],
  ['openai:gpt-4.1', 'openai'],
  ['local:llama', 'openai'],
  ['anthropic:claude-opus-4-5', 'anthropic'],
  ['google:gemini-3-pro', 'gemini'],
  ['google:gemini-2.5-flash', 'gemini'],
];

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Sent = any;
const sentBy = async (id: ModelId, request: Partial<ModelRequest> = talk): Promise<Sent> => {
  await at.ask(id, request, { text: 'Ready' });
  return readJson(at.provider.requests[0]?.body ?? '');
};

describe.each(forms)('a request to %s', (id, form) => {
  test("declarations are Lathe's own, field for field", async () => {
    const { tools } = await sentBy(id);
    const told = form === 'gemini' ? tools[0].functionDeclarations : tools;
    const own = talk.tools.map((one) => providers.get(form)?.declare(one).declaration);
    expect(writeJson(told)).toBe(writeJson(own));
  });

  test('the shown request equals the sent one, byte for byte, and showing sends nothing', async () => {
    await sentBy(id);
    const [request] = at.provider.requests;
    const shown = await at.models.show(talk, { id, form: 'openai' });
    expect(at.provider.requests).toHaveLength(1);
    expect(shown).toEqual({
      form,
      url: `http://127.0.0.1:${at.provider.port}${request?.path}`,
      body: request?.body,
    });
  });

  test('a request without tools and a system prompt has neither field', async () => {
    const body = await sentBy(id, hello);
    expect(body).not.toHaveProperty('tools');
    expect(body).not.toHaveProperty('system');
    expect(body).not.toHaveProperty('systemInstruction');
    expect(JSON.stringify(body.messages ?? body.contents)).not.toContain('"system"');
  });

  test('the key is only in the header of the form, not in the address or the body', async () => {
    await sentBy(id);
    const [request] = at.provider.requests;
    const key = at.env.OPENAI_API_KEY ?? '';
    expect(`${request?.path}${request?.body}`).not.toContain(key);
    const header = { openai: 'authorization', anthropic: 'x-api-key', gemini: 'x-goog-api-key' };
    const said = request?.headers[header[form]];
    if (id.startsWith('local:')) expect(said).toBeUndefined();
    else expect(said?.replace('Bearer ', '')).toBe(key);
  });
});

describe('messages', () => {
  test("OpenAI: arguments are the model's text, and names are those of the request", async () => {
    const { messages } = await sentBy('openai:gpt-4.1');
    expect(messages).toEqual([
      { role: 'system', content: 'Be brief' },
      { role: 'user', content: 'One' },
      {
        role: 'assistant',
        content: 'Let me see',
        tool_calls: [
          {
            ...{ id: 'c1', type: 'function' },
            function: {
              name: 'files_read',
              arguments: '{"n": 12345678901234567890, "f": 3.0}',
            },
          },
          // The package sends what is no JSON as nothing; the result beside it says what it was.
          { id: 'c2', type: 'function', function: { name: 'gone_by', arguments: '{}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: '{"$ref": "as it is"}' },
      { role: 'tool', tool_call_id: 'c2', content: 'No such tool' },
      { role: 'user', content: 'Two' },
    ]);
  });

  test('Anthropic: the signature is sent back, numbers stay exact, a failed call is marked', async () => {
    const { messages } = await sentBy('anthropic:claude-opus-4-5');
    expect(writeJson(messages[1].content)).toBe(
      writeJson([
        { type: 'thinking', thinking: 'Hm', signature: 'SIG' },
        { type: 'text', text: 'Let me see' },
        {
          ...{ type: 'tool_use', id: 'c1', name: 'files_read' },
          input: readJson('{"n":12345678901234567890,"f":3.0}'),
        },
        {
          ...{ type: 'tool_use', id: 'c2', name: 'gone_by' },
          input: { rawInvalidInput: '{"broken":' },
        },
      ]),
    );
    expect(messages[2].content.slice(0, 2)).toEqual([
      { type: 'tool_result', tool_use_id: 'c1', content: '{"$ref": "as it is"}' },
      { type: 'tool_result', tool_use_id: 'c2', content: 'No such tool', is_error: true },
    ]);
  });

  test('Gemini: the thought signature is sent back with its call, and numbers stay exact', async () => {
    const { contents } = await sentBy('google:gemini-3-pro');
    expect(writeJson(contents[1].parts[2])).toBe(
      '{"functionCall":{"id":"c1","name":"files.read","args":{"n":12345678901234567890,"f":3.0}},"thoughtSignature":"THOUGHT"}',
    );
    expect(contents[2].parts[0].functionResponse.response.content).toBe('{"$ref": "as it is"}');
  });

  test('two tools with the same name for a provider get different names, and calls reach both', async () => {
    const slashed = { ...dotted, name: 'files/read' };
    const calls = ['files_read', 'files_read_2'].map((name) => ({ name, arguments: {} }));
    const pieces = await at.ask('openai:gpt-4.1', { tools: [dotted, slashed] }, { calls });
    const told = at.provider.bodies<Sent>()[0].tools.map((one: Sent) => one.function.name);
    expect(told).toEqual(['files_read', 'files_read_2']);
    const called = pieces.flatMap((one) => (one.type === 'call' ? [one.call.name] : []));
    expect(called).toEqual(['files.read', 'files/read']);
  });
});

test.each([
  ['openai', 'https://api.openai.com/v1/chat/completions'],
  ['anthropic', 'https://api.anthropic.com/v1/messages'],
  [
    'gemini',
    'https://generativelanguage.googleapis.com/v1beta/models/MODEL:streamGenerateContent?alt=sse',
  ],
] as const)(
  'without a key and an address %s is shown as its provider has it',
  async (form, url) => {
    const bare = await fakeModels({ variable: () => undefined });
    const shown = await bare.models.show(talk, { id: 'person', form });
    if ('why' in shown) throw new Error(shown.why);
    await bare.close();
    expect(shown).toMatchObject({ form, url });
    expect(shown.body).toContain('Measures a thing');
  },
);
