import { describe, expect, test } from 'vitest';
import { agent as language } from '../languages/agent/agent.ts';
import { convert } from './convert.ts';
import { readFolder } from './read-folder.ts';
import { writers } from './writers.ts';

const read = (spec: unknown, more: object = {}) =>
  readFolder('scout', {
    'agent.json': typeof spec === 'string' ? spec : JSON.stringify(spec, null, 2),
    ...more,
  });
const good = { name: 'scout', description: 'Looks around in files' };

test('a folder with agent.json is an agent, unless it is a three-layer tool', () => {
  expect(read(good).format).toBe('agent');
  expect(read(good, { 'definition.json': '{}' }).format).toBe('three-layer');
  expect(read(good, { 'notes.py': 'x = 1' }).format).toBe('agent');
});

test('fills in absent fields', () => {
  const [tool] = read({ description: 'Looks around in files' }).toolset.tools;
  expect(tool?.definition).toMatchObject({
    ...{ name: 'scout', kind: 'execute' },
    parameters: { required: ['task'] },
  });
  expect(read({ ...good, mode: 'plan' }).toolset.tools[0]?.definition.kind).toBe('readonly');
});

describe('problems', () => {
  test.each<
    [what: string, spec: unknown, code: string, line: number, column: number, tools: number]
  >([
    ['no JSON', '{"name": }', 'broken-json', 1, 10, 0],
    ['no object', '[]', 'definition-not-object', 1, 1, 0],
    ['an unknown field', { ...good, temperature: 1 }, 'agent-unknown-field', 4, 3, 1],
    ['a field within a field', { ...good, limits: { turns: 1 } }, 'agent-bad-field', 5, 14, 0],
    ['a limit of no kind', { ...good, limits: { maxTurns: 'x' } }, 'agent-bad-field', 5, 17, 0],
    ['a model of nobody', { ...good, model: 'gpt-5' }, 'agent-bad-field', 4, 12, 0],
    ['the person as the model', { ...good, model: 'person' }, 'agent-bad-field', 4, 12, 0],
    ['a name of two words', { ...good, name: 'my scout' }, 'agent-bad-name', 2, 11, 1],
    ['no description', { name: 'scout' }, 'no-description', 1, 1, 1],
    ['a schema of no type', { ...good, output: { type: 'text' } }, 'agent-bad-output', 5, 13, 1],
    ['a reference to nothing', { ...good, output: { $ref: '#/x' } }, 'agent-bad-output', 5, 13, 1],
    [
      'parameters of a list',
      { ...good, parameters: { type: 'array' } },
      'root-not-object',
      5,
      13,
      1,
    ],
    [
      'a name twice',
      '{"name": "a", "name": "scout", "description": "d"}',
      'duplicate-key',
      1,
      15,
      1,
    ],
  ])('%s', (_, spec, code, line, column, tools) => {
    const { problems, toolset } = read(spec);
    expect(problems).toEqual([expect.objectContaining({ code, line, column })]);
    expect(toolset.tools).toHaveLength(tools);
  });
});

test('a call is pure data, and its text is the message to the model', () => {
  const [tool] = read({ ...good, system: 'Be brief.', output: { type: 'object' } }).toolset.tools;
  if (!tool) throw new Error('There is no tool');
  const options = { defaultTimeoutMs: 1, outputBytes: 1, context: { cwd: '/x' } };
  const job = language.prepare(tool, { task: 'Look', depth: 2 }, options);
  expect(structuredClone(job)).toEqual(job);
  expect(job).toMatchObject({ host: 'agent', name: 'scout', context: { cwd: '/x' } });
  const text = 'text' in job ? job.text : '';
  expect(text).toContain('Be brief.');
  expect(text).toContain('{\n  "type": "object"\n}');
  expect(text).toContain('---\n\n# Task\n\nLook\n\n# Input\n\n{\n  "depth": 2\n}');
});

test('keeps unknown fields, and other formats say why they cannot hold an agent', () => {
  const found = read({ ...good, 'x-team': 'a' });
  const writer = writers.get('agent');
  if (!writer) throw new Error('Nothing writes agents');
  const { files, losses } = convert(writer, found);
  expect(losses).toEqual([]);
  expect(readFolder('scout', files).toolset).toEqual(found.toolset);
  for (const [id, code] of [
    ['three-layer', 'format-lathe-only'],
    ['script-module', 'format-lathe-only'],
    ['mcp-server', 'format-lathe-only'],
    ['functions', 'format-declares-only'],
  ] as const)
    expect(
      writers
        .get(id)
        ?.write(found.toolset)
        .losses.map((loss) => loss.code),
    ).toContain(code);
});
