import { describe, expect, test } from 'vitest';
import type { Declared, Declare } from '../../tool/declared.ts';
import type { Folder } from '../../tool/folder.ts';
import { readFolder } from '../read-folder.ts';
import { scriptModule } from '../script-module.ts';
import { writeScriptModule } from '../write/script-module.ts';
import { contentHash } from './content-hash.ts';
import { freshen } from './freshen.ts';
import { isIgnored } from './sync-ignore.ts';

const declared: Declared = {
  ok: true,
  rulePrompt: 'Use it.',
  tools: [
    {
      ...{ name: 'f', description: 'F.', entry: 'Kit.f', line: 1, endLine: 2 },
      parameters: { type: 'object', properties: { a: { type: 'integer' } } },
      ...{ hidden: ['ctx'], policies: { execution: 'ask-always' }, hasFormat: true },
    },
    {
      ...{ name: 'g', description: 'G.', entry: 'g', line: 3, endLine: 4 },
      parameters: { type: 'object', properties: {} },
    },
  ],
  problems: [{ severity: 'info', code: 'no-type', message: 'M', line: 1, column: 2 }],
};
const reader = (answer: Declared | { unavailable: string } = declared) => {
  const asked: Parameters<Declare>[0][] = [];
  const declare: Declare = (one) => {
    asked.push(one);
    return Promise.resolve(answer);
  };
  return { asked, declarers: new Map([['python', declare]]) };
};
const codes = (files: Folder) => readFolder('m', files).problems.map(({ code }) => code);
const cacheOf = (files: Folder) => JSON.parse(files['m.tool.json'] as string);

describe('the pair', () => {
  test('A0.4 A0.18 A0.23 the cache has the fields of the format, and additional ones', async () => {
    const { files } = await freshen('m', { 'm.py': 'x' }, reader().declarers, {
      ...{ script: 1234.5, cache: 0 },
    });
    expect(cacheOf(files)).toEqual({
      type: 'PythonModule',
      name: 'm',
      scriptPath: 'm.py',
      tools: [
        {
          type: 'function',
          function: {
            ...{ name: 'f', description: 'F.' },
            parameters: { type: 'object', properties: { a: { type: 'integer' } } },
          },
          ...{ executionPolicy: 'ask-always', hasFormat: true, hidden: ['ctx'], entry: 'Kit.f' },
          ...{ line: 1, endLine: 2 },
        },
        {
          type: 'function',
          function: {
            ...{ name: 'g', description: 'G.' },
            parameters: { type: 'object', properties: {} },
          },
          ...{ line: 3, endLine: 4 },
        },
      ],
      rulePrompt: 'Use it.',
      defaultPermissions: { executionPolicy: 'auto', resultApprovalPolicy: 'never' },
      lastModified: 1235,
      contentHash: contentHash('x'),
      problems: [
        { severity: 'info', code: 'no-type', message: 'M', line: 1, column: 2, file: 'm.py' },
      ],
    });
    expect(files['m.tool.json']).toContain('\n    "type"');
  });

  test("A0.14 A0.15 a function's own policy wins over the module's", async () => {
    const { files } = await freshen('m', { 'm.py': 'x' }, reader().declarers);
    const { toolset } = readFolder('m', files);
    expect(toolset.group).toEqual({
      ...{ name: 'm', rulePrompt: 'Use it.' },
      policies: { execution: 'auto', result: 'never' },
    });
    expect(toolset.tools[0]).toMatchObject({
      definition: { policies: { execution: 'ask-always', result: 'never' }, hidden: ['ctx'] },
      code: { language: 'python', file: 'm.py', entry: 'Kit.f', lines: { from: 1, to: 2 } },
      extra: { hasFormat: true },
    });
    expect(toolset.tools[1]?.definition.policies).toEqual({ execution: 'auto', result: 'never' });
  });

  test('A0.18 reads back what it wrote', async () => {
    const { files } = await freshen('m', { 'm.py': 'x' }, reader().declarers);
    const { toolset } = scriptModule.read('m', files);
    const written = writeScriptModule(toolset, scriptModule.id);
    expect(written.losses).toEqual([]);
    expect(scriptModule.read('m', written.files).toolset).toEqual(toolset);
  });

  test('A0.5 the folder may be moved: the path in the cache is ignored', () => {
    const cache = { type: 'PythonModule', name: 'm', scriptPath: '/old/m.py', tools: [] };
    const files = { 'm.py': '', 'm.tool.json': JSON.stringify(cache) };
    expect(codes(files)).toEqual([]);
    expect(readFolder('elsewhere', files).toolset.group.name).toBe('m');
  });
});

describe('smart load', () => {
  const hash = contentHash('x');
  test.each([
    ['no cache', undefined, { script: 5, cache: 0 }, true],
    ['newer than lastModified', { lastModified: 4 }, { script: 5, cache: 9 }, true],
    ['as old as lastModified', { lastModified: 5 }, { script: 5.4, cache: 0 }, false],
    ['older than lastModified', { lastModified: 6 }, { script: 5, cache: 0 }, false],
    ['newer than the cache file', {}, { script: 5, cache: 4 }, true],
    ['older than the cache file', {}, { script: 5, cache: 6 }, false],
    [
      'newer, the content the same',
      { lastModified: 4, contentHash: hash },
      { script: 5, cache: 4 },
      false,
    ],
    [
      'older, another content',
      { lastModified: 9, contentHash: 'no' },
      { script: 5, cache: 9 },
      true,
    ],
    ['without times', {}, undefined, false],
    ['of no type', { type: 1 }, { script: 5, cache: 9 }, true],
    ['of another type', { type: 'PowerShellModule' }, { script: 5, cache: 9 }, true],
    ['without a list of tools', { tools: {} }, { script: 5, cache: 9 }, true],
  ])('A0.25 A0.26 %s', async (_, fields, times, reads) => {
    const cache = { type: 'PythonModule', name: 'm', tools: [], ...fields };
    const files: Folder = { 'm.py': 'x' };
    if (fields) files['m.tool.json'] = JSON.stringify(cache);
    const { asked, declarers } = reader();
    await freshen('m', files, declarers, times);
    expect(asked).toHaveLength(reads ? 1 : 0);
  });

  test('keeps unknown fields, choices and other files', async () => {
    const cache = {
      ...{ type: 'PythonModule', name: 'm', tools: [], mine: { a: 1 } },
      ...{ options: { compat: true }, contentHash: 'old' },
    };
    const files = { 'm.py': 'x', 'm.tool.json': JSON.stringify(cache), 'notes.txt': 'n' };
    const { asked, declarers } = reader();
    const done = await freshen('m', files, declarers);
    expect(asked[0]).toMatchObject({ file: 'm.py', options: { compat: true } });
    expect(cacheOf(done.files)).toMatchObject({ mine: { a: 1 }, options: { compat: true } });
    expect(done.files['notes.txt']).toBe('n');
  });

  test('a script that cannot be parsed keeps its last valid tools, marked stale', async () => {
    const good = (await freshen('m', { 'm.py': 'x' }, reader().declarers)).files;
    const broken: Declared = {
      ok: false,
      problems: [{ severity: 'error', code: 'syntax', message: 'S', line: 1, column: 1 }],
    };
    const edited = { ...good, 'm.py': 'y' };
    expect(codes(edited)).toEqual(['module-stale']);
    const stale = (await freshen('m', edited, reader(broken).declarers)).files;
    expect(readFolder('m', stale).toolset.tools).toHaveLength(2);
    expect(readFolder('m', stale).toolset.group.rulePrompt).toBe('Use it.');
    expect(codes(stale)).toEqual(['module-stale', 'syntax']);
    const { asked, declarers } = reader();
    await freshen('m', stale, declarers);
    expect(asked).toEqual([]);
    const mended = await freshen('m', { ...stale, 'm.py': 'z' }, declarers);
    expect(codes(mended.files)).toEqual(['no-type']);
  });

  test('A0.1 without an interpreter there are no tools, with the reason', async () => {
    const { declarers } = reader({ unavailable: 'no Python here' });
    const done = await freshen('m', { 'm.py': 'x' }, declarers);
    expect(done.problems).toMatchObject([{ severity: 'error', code: 'module-unreadable' }]);
    expect(done.problems[0]?.message).toContain('no Python here');
    expect(readFolder('m', done.files).toolset.tools).toEqual([]);
  });
});

test.each<[string, Folder, string[]]>([
  [
    'A0.26',
    { 'm.tool.json': '{"type": "PythonModule", "name": "m", "tools": []}' },
    ['missing-script'],
  ],
  ['A0.28', { 'm.py': '', 'm.tool.json': '{' }, ['broken-cache-or-json', 'module-unread']],
  ['A0.28', { 'm.py': '', 'm.ps1': '' }, ['same-group', 'module-unread']],
  ['A0.2', { 'm.py': '', 'other.py': '' }, ['second-script', 'module-unread']],
  ['A0.2', { 'm.py': '', '_private.py': '' }, ['module-unread']],
  ['A0.28', { 'm.py': { base64: 'gA==' } }, ['not-utf8']],
])('%s %j has its problems', (_, files, expected) => {
  const found = codes(files).map((code) => (/^broken-/.test(code) ? 'broken-cache-or-json' : code));
  expect(found).toEqual(expected);
});

test('A0.19 an unknown policy in a cache counts as the strictest', () => {
  const cache = {
    ...{ type: 'PythonModule', name: 'm' },
    tools: [{ type: 'function', function: { name: 'f' }, executionPolicy: 'sometimes' }],
  };
  const read = readFolder('m', { 'm.py': '', 'm.tool.json': JSON.stringify(cache) });
  expect(read.toolset.tools[0]?.definition.policies).toEqual({ execution: 'ask-always' });
  expect(read.problems).toMatchObject([{ code: 'unknown-policy', severity: 'error' }]);
});

describe("the author's choices beside a script", () => {
  const chosen = {
    rulePrompt: 'Mine.',
    permissions: { executionPolicy: 'ask-once', 'x-mine': 1 },
    tools: { f: { executionPolicy: 'auto' }, g: { resultApprovalPolicy: 'always' } },
  };

  test('A0.18 they override the script, and survive its next reading', async () => {
    const { files } = await freshen('m', { 'm.py': 'x' }, reader().declarers);
    const text = JSON.stringify({ ...cacheOf(files), overrides: chosen, 'x-other': [1] });
    const edited = { 'm.py': 'y', 'm.tool.json': text };
    const again = (await freshen('m', edited, reader().declarers)).files;
    expect(cacheOf(again)).toMatchObject({ overrides: chosen, 'x-other': [1] });
    const { group, tools } = readFolder('m', again).toolset;
    expect(group).toMatchObject({ rulePrompt: 'Mine.', policies: { execution: 'ask-once' } });
    expect(tools.map(({ definition }) => definition.policies)).toEqual([
      { execution: 'auto', result: 'never' },
      { execution: 'ask-once', result: 'always' },
    ]);
  });

  test('A0.18 a script that is read synchronously has them, too', () => {
    const cache = { type: 'BashModule', name: 'm', tools: [], overrides: chosen };
    const files = { 'm.sh': '# @cmd F.\nf() { :; }\n', 'm.tool.json': JSON.stringify(cache) };
    const [f] = readFolder('m', files).toolset.tools;
    expect(f?.definition).toMatchObject({ name: 'f', policies: { execution: 'auto' } });
  });

  test('A0.19 an unknown policy in a choice counts as the strictest', async () => {
    const { files } = await freshen('m', { 'm.py': 'x' }, reader().declarers);
    const overrides = { permissions: { resultApprovalPolicy: 'maybe' } };
    const text = JSON.stringify({ ...cacheOf(files), overrides });
    const read = readFolder('m', { ...files, 'm.tool.json': text });
    expect(read.toolset.group.policies).toMatchObject({ result: 'always' });
    expect(read.problems.map(({ code }) => code)).toContain('unknown-policy');
  });
});

test('a template folder stays one, whatever else is in it', () => {
  const files = { 'definition.json': '{}', 'execution.py': '', 'helper.py': '' };
  expect(readFolder('m', files).format).toBe('three-layer');
});

test.each([
  ['*.tool.json', 'm/m.tool.json', true],
  ['secret', 'tools/secret/x.py', true],
  ['/tools/a', 'tools/a/x.py', true],
  ['/tools/a', 'b/tools/a/x.py', false],
  ['a/**/x.py', 'a/b/c/x.py', true],
  ['*.py\n!keep.py', 'keep.py', false],
  ['# *.py\n\n', 'a.py', false],
  ['a?.py', 'ab.py', true],
  ['a.py', 'axpy', false],
])('A0.29 the patterns %j and the path %j', (text, path, ignored) => {
  expect(isIgnored(text, path)).toBe(ignored);
});
