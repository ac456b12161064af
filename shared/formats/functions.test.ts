import { expect, test } from 'vitest';
import { readFolder } from './read-folder.ts';

const schema = { type: 'object', properties: { a: { type: 'string' } }, required: ['a'] };
const base = { name: 'f', description: 'Does f' };
const read = (value: unknown) => readFolder('file', { 'file.json': JSON.stringify(value) });

test.each<[string, unknown]>([
  ['OpenAI, Chat Completions', { type: 'function', function: { ...base, parameters: schema } }],
  ['OpenAI, Responses', { type: 'function', ...base, parameters: schema, strict: true }],
  ['Anthropic', { ...base, input_schema: schema }],
  ['MCP, a list of tools', { tools: [{ ...base, inputSchema: schema }] }],
  [
    'Gemini',
    {
      functionDeclarations: [
        {
          ...base,
          parameters: { type: 'OBJECT', properties: { a: { type: 'STRING' } }, required: ['a'] },
        },
      ],
    },
  ],
  [
    'Gemini in a list of tools',
    { tools: [{ functionDeclarations: [{ ...base, parametersJsonSchema: schema }] }] },
  ],
  ['a list', [{ ...base, input_schema: schema }]],
])('%s', (_name, value) => {
  const { format, toolset, problems } = read(value);
  expect(format).toBe('functions');
  expect(problems).toEqual([]);
  expect(toolset.tools.map((tool) => tool.definition)).toEqual([{ ...base, parameters: schema }]);
});

test('a read-only hint becomes the kind', () => {
  const { toolset } = read({ ...base, inputSchema: schema, annotations: { readOnlyHint: true } });
  expect(toolset.tools[0]?.definition.kind).toBe('readonly');
});

test('capitals in a default stay as they are', () => {
  const parameters = {
    type: 'object',
    properties: { type: { type: 'STRING', default: 'STRING' } },
  };
  const { toolset } = read({ ...base, parameters });
  expect(toolset.tools[0]?.definition.parameters).toEqual({
    type: 'object',
    properties: { type: { type: 'string', default: 'STRING' } },
  });
});

test.each<[string, string, string]>([
  ['no declaration', '{"a": 1}', 'no-declaration'],
  ['broken JSON', '[{]', 'broken-json'],
])('reports %s', (_name, text, code) => {
  const { toolset, problems } = readFolder('file', { 'file.json': text });
  expect(toolset.tools).toEqual([]);
  expect(problems.map((problem) => problem.code)).toEqual([code]);
});

test('a three-layer folder stays a three-layer folder', () => {
  const files = {
    'definition.json': '{"id":"x","description":"d","parameters":{"type":"object"}}',
  };
  expect(readFolder('x', files).format).toBe('three-layer');
});

test('of two declarations with the same name the later counts, and a problem names it', () => {
  const one = (description: string) => ({ name: 'add', description, parameters: {} });
  const { toolset, problems } = read([
    one('first'),
    { ...one('other'), name: 'sub' },
    one('second'),
  ]);
  expect(toolset.tools.map(({ definition }) => [definition.name, definition.description])).toEqual([
    ['add', 'second'],
    ['sub', 'other'],
  ]);
  expect(problems).toMatchObject([{ code: 'name-twice', values: { name: 'add' } }]);
});
