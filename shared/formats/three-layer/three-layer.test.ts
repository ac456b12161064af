import { describe, expect, test } from 'vitest';
import type { Folder } from '../../tool/folder.ts';
import { readFolder } from '../read-folder.ts';

const definition = (more: object = {}) =>
  JSON.stringify({
    id: 'calc',
    description: 'Adds two numbers and prints the sum',
    parameters: { type: 'object', properties: { a: { type: 'number', description: 'A number' } } },
    ...more,
  });
const folder = (more: Folder = {}): Folder => ({
  'definition.json': definition(),
  'execution.py': 'a = {a}\nprint(a)\n',
  'return.json': '{"truncate": 2000}',
  ...more,
});
const codes = (files: Folder, name = 'calc') =>
  readFolder(name, files).problems.map(({ severity, code, file }) => `${severity} ${code} ${file}`);
const only = (files: Folder, name = 'calc') => {
  const [tool] = readFolder(name, files).toolset.tools;
  if (!tool) throw new Error(`"${name}" was not read`);
  return tool;
};
const without = (files: Folder, file: string) =>
  Object.fromEntries(Object.entries(files).filter(([path]) => path !== file));

test('A1.1 a tool has four files, of which two are required', () => {
  const meta = { notes: 'kept', owner: 'admin', created_at: '2026-01-05' };
  const all = folder({ 'meta.json': JSON.stringify(meta) });
  const read = readFolder('calc', all);
  expect(read.format).toBe('three-layer');
  expect(read.toolset.tools[0]).toMatchObject({
    definition: { name: 'calc', category: 'custom' },
    code: { language: 'python', file: 'execution.py', source: 'a = {a}\nprint(a)\n' },
    returns: { truncate: 2000 },
    meta,
  });
  expect(only(without(all, 'return.json')).returns).toBeUndefined();
});

describe('A1.2 A1.41 names why a folder is no tool', () => {
  const rows: [string, Folder, string][] = [
    ['no definition', without(folder(), 'definition.json'), 'error missing-file definition.json'],
    ['no execution', without(folder(), 'execution.py'), 'error missing-file execution.py'],
    ['two executions', folder({ 'execution.sh': 'echo' }), 'error two-executions execution.sh'],
    [
      'another language',
      { 'definition.json': definition(), 'execution.rb': '' },
      'error unknown-language execution.rb',
    ],
    [
      'an array',
      folder({ 'definition.json': '[]' }),
      'error definition-not-object definition.json',
    ],
    ['neither', { 'notes.txt': 'x' }, 'error no-tool definition.json'],
    ['nothing at all', {}, 'error no-tool definition.json'],
  ];
  test.each(rows)('%s', (_name, files, expected) => {
    expect(codes(files)).toContain(expected);
    expect(readFolder('calc', files).toolset.tools).toEqual([]);
  });
});

test('A1.3 reports invalid JSON with its line and column', () => {
  const files = folder({ 'definition.json': '{\n  "id": "calc",\n}' });
  const read = readFolder('calc', files);
  expect(read.toolset.tools).toEqual([]);
  const [problem] = read.problems.filter(({ file }) => file === 'definition.json');
  expect(problem).toMatchObject({ severity: 'error', code: 'broken-json', line: 3, column: 1 });
});

test('A1.4 ignores a byte order mark', () => {
  const files = folder({ 'definition.json': `\u{feff}${definition({ description: '计算' })}` });
  expect(only(files).definition.description).toBe('计算');
});

test('A1.4 names a file that is not UTF-8', () => {
  const bytes = { base64: '/wD+' };
  expect(codes(folder({ 'execution.py': bytes }))).toContain('error not-utf8 execution.py');
  expect(codes(folder({ 'definition.json': bytes }))).toContain('error not-utf8 definition.json');
  expect(codes(folder({ 'return.json': bytes }))).toContain('warning not-utf8 return.json');
});

test('A1.9 A1.10 A1.11 runs the lint of definitions', () => {
  const parameters = { type: 'string', properties: { a: {} } };
  const files = folder({
    'definition.json': definition({ id: 'Calc', description: '', parameters }),
  });
  const found = readFolder('calc', files).problems.filter(({ file }) => file === 'definition.json');
  expect(found.map(({ severity }) => severity)).toContain('error');
  expect(found.length).toBeGreaterThanOrEqual(3);
});

describe('A1.12 A1.13 A1.37 fields and their defaults', () => {
  const properties = { a: { type: 'number', description: 'A number' } };
  const parameters = { type: 'object', properties };
  const rows: [string, object, object][] = [
    ['id from the folder', { id: undefined }, { name: 'calc' }],
    ['category', {}, { category: 'custom' }],
    ['category given', { category: 'text' }, { category: 'text' }],
    ['timeout in seconds', { timeout: 15 }, { timeoutMs: 15_000 }],
    ['half a second', { timeout: 0.5 }, { timeoutMs: 500 }],
    ['no description', { description: undefined }, { description: '自定义工具 calc' }],
    [
      'required inside',
      { parameters: { ...parameters, required: ['a'] }, required: ['b'] },
      { parameters: { required: ['a'] } },
    ],
    ['required beside', { required: ['a'] }, { parameters: { required: ['a'] } }],
    [
      'empty required inside',
      { parameters: { ...parameters, required: [] }, required: ['a'] },
      { parameters: { required: [] } },
    ],
    [
      'no parameters',
      { parameters: undefined },
      { parameters: { type: 'object', properties: {} } },
    ],
    ['icon', { icon: 'brain.svg' }, { icon: 'brain.svg' }],
    [
      'kind and policies',
      { kind: 'write', policies: { execution: 'ask-always' } },
      { kind: 'write', policies: { execution: 'ask-always' } },
    ],
    ['hidden', { hidden: ['a'] }, { hidden: ['a'] }],
  ];
  test.each(rows)('%s', (_name, more, expected) => {
    const files = folder({
      'definition.json': definition(more),
      'meta.json': '{"icon":"bot.svg"}',
    });
    expect(only(files).definition).toMatchObject(expected);
  });

  test('a missing or invalid timeout is that of the runner', () => {
    expect(only(folder()).definition).not.toHaveProperty('timeoutMs');
    for (const timeout of ['15', 0, -1, null, 1e308]) {
      const files = folder({ 'definition.json': definition({ timeout }) });
      expect(only(files).definition).not.toHaveProperty('timeoutMs');
    }
  });

  test('the icon of meta.json applies if the definition has none', () => {
    const meta = { 'meta.json': '{"icon":"bot.svg"}' };
    expect(only(folder(meta)).definition.icon).toBe('bot.svg');
    const both = folder({ ...meta, 'definition.json': definition({ icon: 'brain.svg' }) });
    expect(only(both).definition.icon).toBe('brain.svg');
  });

  test("the seed's way of filling is chosen in the definition", () => {
    expect(only(folder()).code.template).toBeUndefined();
    const files = folder({
      'definition.json': definition({ template: 'raw', packages: ['x.whl'] }),
    });
    expect(only(files).code).toMatchObject({ template: 'raw', packages: ['x.whl'] });
  });
});

describe('A1.43 names ignored fields of the definition', () => {
  test.each<[string, object]>([
    ['kind', { kind: 'dangerous' }],
    ['template', { template: 'jinja' }],
    ['category', { category: 5 }],
    ['icon', { icon: [] }],
    ['hidden', { hidden: 'a' }],
    ['packages', { packages: [1] }],
  ])('%s', (field, more) => {
    const files = folder({ 'definition.json': definition(more) });
    const found = readFolder('calc', files).problems.filter(({ code }) => code === 'ignored-field');
    expect(found).toMatchObject([{ severity: 'warning', values: { field } }]);
    expect(only(files).definition).not.toMatchObject(more);
  });

  test('with unreadable policies every call needs approval', () => {
    const policies = { execution: 'never' };
    const files = folder({ 'definition.json': definition({ policies, autoExecute: true }) });
    const { problems } = readFolder('calc', files);
    expect(problems).toMatchObject([{ severity: 'warning', code: 'unclear-policies' }]);
    expect(only(files).definition.policies).toEqual({ execution: 'ask-always' });
  });

  test('a duplicate name', () => {
    const files = folder({ 'definition.json': '{"id":"calc",\n "id":"calc"}' });
    const found = readFolder('calc', files).problems.filter(({ code }) => code === 'duplicate-key');
    expect(found).toMatchObject([{ values: { name: 'id' }, line: 2, column: 2 }]);
  });

  test('A1.38 an icon that is not in the folder', () => {
    const files = folder({ 'definition.json': definition({ icon: 'nope.svg' }) });
    expect(codes(files)).toContain('info unknown-icon definition.json');
  });
});

describe('A1.34 A1.35 A1.43 return rules that will be ignored', () => {
  const rows: [string, string, string[]][] = [
    ['a good one', '{"truncate": 5, "template": "[{tool_id}] {output} {{x}}"}', []],
    ['no truncate', '{"template": "{output}"}', ['info no-truncate']],
    ['empty', '{}', ['info no-truncate']],
    ['zero', '{"truncate": 0}', ['warning bad-truncate']],
    ['negative', '{"truncate": -1}', ['warning bad-truncate']],
    ['fraction', '{"truncate": 1.5}', ['warning bad-truncate']],
    ['text', '{"truncate": "10"}', ['warning bad-truncate']],
    ['template no text', '{"truncate": 5, "template": 3}', ['warning bad-return-template']],
    [
      'unknown placeholder',
      '{"truncate": 5, "template": "{result}"}',
      ['warning bad-return-template'],
    ],
    ['malformed', '{"truncate": 5, "template": "{output"}', ['warning bad-return-template']],
    ['broken JSON', '{', ['warning broken-json']],
    ['an array', '[]', ['warning layer-not-object']],
  ];
  test.each(rows)('%s', (_name, text, expected) => {
    const files = folder({ 'return.json': text });
    const found = readFolder('calc', files).problems.filter(({ file }) => file === 'return.json');
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual(expected);
    expect(readFolder('calc', files).toolset.tools).toHaveLength(1);
  });

  test('the position is that of the value, in code points', () => {
    const files = folder({ 'return.json': '{"😀": 1, "truncate": 0}' });
    const [problem] = readFolder('calc', files).problems.filter(
      ({ code }) => code === 'bad-truncate',
    );
    expect(problem).toMatchObject({ line: 1, column: 22, endLine: 1, endColumn: 23 });
  });

  test('gives a hint about a missing return.json', () => {
    expect(codes(without(folder(), 'return.json'))).toContain('info no-return return.json');
  });
});

describe('samples', () => {
  test('reads rows', () => {
    const rows = [{ name: 'one', arguments: { a: 1 }, expect: { llmContent: '1\n' } }];
    expect(readFolder('calc', folder({ 'samples.json': JSON.stringify(rows) })).samples).toEqual(
      rows,
    );
  });

  test.each([
    ['no list', '{}'],
    ['a row without arguments', '[{"name": "x"}]'],
    ['broken', '['],
  ])('%s loses the samples, not the tool', (_name, text) => {
    const read = readFolder('calc', folder({ 'samples.json': text }));
    expect(read.samples).toEqual([]);
    expect(read.toolset.tools).toHaveLength(1);
    const found = read.problems.filter(({ file }) => file === 'samples.json');
    expect(found.map(({ severity }) => severity)).toEqual(['warning']);
  });
});
