import { describe, expect, test } from 'vitest';
import { newParts } from './new-parts.ts';
import type { RequestPart } from './request-part.ts';
import { requestParts } from './request-parts.ts';

const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] };
const calc = { name: 'calc', description: 'Adds' };

/** One conversation as the providers' packages (AI SDK 3 and 4) write it. */
const bodies: Record<string, object> = {
  'OpenAI, Responses': {
    model: 'gpt-5',
    input: [
      { role: 'developer', content: 'Be brief.' },
      { role: 'user', content: [{ type: 'input_text', text: 'What is 12.5 + 8?' }] },
      { role: 'assistant', content: 'Let me see.' },
      { type: 'function_call', call_id: 'c1', name: 'calc', arguments: '{"a":12.5}' },
      { type: 'function_call', call_id: 'c2', name: 'calc', arguments: '{"a":8}' },
      { type: 'function_call_output', call_id: 'c1', output: 'b is missing' },
      { type: 'function_call_output', call_id: 'c2', output: '8' },
    ],
    tools: [{ type: 'function', ...calc, parameters: schema, strict: false }],
    stream: true,
  },
  'OpenAI, Chat Completions': {
    model: 'local',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'What is 12.5 + 8?' },
      {
        role: 'assistant',
        content: 'Let me see.',
        tool_calls: [
          { id: 'c1', type: 'function', function: { name: 'calc', arguments: '{"a":12.5}' } },
          { id: 'c2', type: 'function', function: { name: 'calc', arguments: '{"a":8}' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'b is missing' },
      { role: 'tool', tool_call_id: 'c2', content: '8' },
    ],
    tools: [{ type: 'function', function: { ...calc, parameters: schema } }],
    stream_options: { include_usage: true },
  },
  Anthropic: {
    model: 'claude',
    max_tokens: 64000,
    system: [{ type: 'text', text: 'Be brief.' }],
    messages: [
      { role: 'user', content: [{ type: 'text', text: 'What is 12.5 + 8?' }] },
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me see.' },
          { type: 'tool_use', id: 'c1', name: 'calc', input: { a: 12.5 } },
          { type: 'tool_use', id: 'c2', name: 'calc', input: { a: 8 } },
        ],
      },
      {
        role: 'user',
        content: [
          { type: 'tool_result', tool_use_id: 'c1', content: 'b is missing', is_error: true },
          { type: 'tool_result', tool_use_id: 'c2', content: '8' },
        ],
      },
    ],
    tools: [{ ...calc, input_schema: schema, eager_input_streaming: true }],
  },
  Gemini: {
    generationConfig: {},
    contents: [
      { role: 'user', parts: [{ text: 'What is 12.5 + 8?' }] },
      {
        role: 'model',
        parts: [
          { text: 'Let me see.' },
          { functionCall: { id: 'c1', name: 'calc', args: { a: 12.5 } } },
          { functionCall: { id: 'c2', name: 'calc', args: { a: 8 } } },
        ],
      },
      {
        role: 'user',
        parts: [
          { functionResponse: { id: 'c1', name: 'calc', response: { error: 'b is missing' } } },
          {
            functionResponse: { id: 'c2', name: 'calc', response: { name: 'calc', content: '8' } },
          },
        ],
      },
    ],
    systemInstruction: { parts: [{ text: 'Be brief.' }] },
    tools: [{ functionDeclarations: [{ ...calc, parametersJsonSchema: schema }] }],
  },
};

describe.each(Object.entries(bodies))('%s', (_form, body) => {
  const parts = requestParts(JSON.stringify(body)) ?? [];

  test('has the same parts in the same order', () => {
    expect(parts.map(({ group, kind, name, text }) => [group, kind, name, text])).toEqual([
      ['system', 'system', undefined, 'Be brief.'],
      ['tools', 'tool', 'calc', expect.stringContaining('"calc"')],
      ['messages', 'user', undefined, 'What is 12.5 + 8?'],
      ['messages', 'assistant', undefined, 'Let me see.'],
      ['messages', 'call', 'calc', 'calc {"a":12.5}'],
      ['messages', 'call', 'calc', 'calc {"a":8}'],
      ['messages', 'result', 'calc', 'b is missing'],
      ['messages', 'result', 'calc', '8'],
    ]);
  });

  test('declares the tool as it was given', () => {
    expect(parts[1]?.declaration).toEqual({ description: 'Adds', schema });
  });

  test('gives each part a place of its own', () => {
    expect(new Set(parts.map(({ id }) => id)).size).toBe(parts.length);
  });
});

test.each<[string, string, RequestPart['kind'][] | undefined]>([
  ['no JSON', '{"a"', undefined],
  ['no object', '[]', undefined],
  ['nothing in it', '{}', []],
  [
    'a part of an unknown kind',
    '{"messages":[{"role":"user","content":[{"type":"image"}]}]}',
    ['other'],
  ],
  ['a role of an unknown name', '{"messages":[{"role":"constructor","content":"x"}]}', ['other']],
  [
    'thoughts',
    '{"contents":[{"role":"model","parts":[{"text":"hm","thought":true}]}]}',
    ['reasoning'],
  ],
])('%s', (_what, body, kinds) => {
  expect(requestParts(body)?.map(({ kind }) => kind)).toEqual(kinds);
});

test('a number keeps its digits', () => {
  const body =
    '{"messages":[{"role":"assistant","content":[{"type":"tool_use","name":"f","input":{"a":12345678901234567890}}]}]}';
  expect(requestParts(body)?.[0]?.text).toBe('f {"a":12345678901234567890}');
});

describe('what is new since the last request', () => {
  const said = (...texts: string[]): object[] =>
    texts.map((content) => ({ role: 'user', content }));
  const partsOf = (messages: object[], tools: object[] = [], system = 's') =>
    requestParts(JSON.stringify({ system, messages, tools })) ?? [];
  test.each<[string, RequestPart[] | undefined, RequestPart[], string[]]>([
    ['nothing came before', undefined, partsOf(said('a')), []],
    ['the same again', partsOf(said('a')), partsOf(said('a')), []],
    ['two more', partsOf(said('a')), partsOf(said('a', 'b', 'c')), ['messages/1', 'messages/2']],
    ['another branch', partsOf(said('a', 'b')), partsOf(said('a', 'x')), ['messages/1']],
    [
      'a tool',
      partsOf([], [{ name: 'f' }]),
      partsOf([], [{ name: 'g' }, { name: 'f' }]),
      ['tools/0'],
    ],
    ['the system text', partsOf([]), partsOf([], [], 't'), ['system/0']],
  ])('%s', (_what, before, now, ids) => {
    expect([...newParts(before, now)]).toEqual(ids);
  });
});
