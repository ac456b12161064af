import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Toolset } from '../tool/toolset.ts';
import { checkFolderNames } from './import/folder-names.ts';
import { contentOf } from './file-bytes.ts';
import { formatReasons } from './write/format-loss.ts';
import { readFolder } from './read-folder.ts';
import { withCarried } from './convert.ts';
import { writers } from './writers.ts';

const root = resolve(import.meta.dirname, '../../examples');
// Translations (`examples/.zh`) are parts of these folders, not separate folders.
const names = readdirSync(root).filter((name) => !name.startsWith('.'));
const examples = names.map((name) => {
  const files = readdirSync(join(root, name)).map((file) => [
    file,
    contentOf(readFileSync(join(root, name, file))),
  ]);
  return { name, toolset: readFolder(name, Object.fromEntries(files)).toolset };
});
const modules: Toolset = {
  format: 'script-module',
  group: { name: 'm', rulePrompt: 'Be kind' },
  tools: ['f', 'g'].map((entry) => ({
    definition: { name: entry, description: '', parameters: { type: 'object', properties: {} } },
    code: { language: 'python', file: 'm.py', source: 'def f(): pass\ndef g(): pass\n', entry },
  })),
};
const declared: Toolset = {
  ...{ format: 'functions', group: { name: 'd' } },
  tools: modules.tools.map((tool) => ({
    ...tool,
    code: { language: 'none', file: 'd.json', source: '' },
  })),
};
const all = [...examples, { name: 'm', toolset: modules }, { name: 'd', toolset: declared }];

describe.each([...writers.values()])('F1 $id', (writer) => {
  test.each(all)('writes $name as a folder, or says why not', async ({ toolset }) => {
    const { losses, ...written } = writer.write(toolset);
    for (const { code, tool } of losses) {
      expect(tool).not.toBe('');
      if (code?.startsWith('format-')) expect(formatReasons).toHaveProperty(code);
    }
    const codes = losses.filter(({ path }) => path === '/code');
    if (Object.keys(written.files).length === 0) {
      expect(codes).toHaveLength(toolset.tools.length);
      return;
    }
    const whole = await withCarried({ losses, ...written }, async (name) => `# ${name}`);
    expect(checkFolderNames(Object.keys(whole))).toEqual([]);
    // The author's code is copied byte for byte, except in formats without code.
    const sources = toolset.tools.map(({ code }) => code.source).filter(Boolean);
    if (codes.length === 0) expect(Object.values(whole)).toEqual(expect.arrayContaining(sources));
  });
});

test.each(all)('F4 reads the declarations of $name back from a JSON file', ({ toolset }) => {
  const { files } = writers.get('functions')?.write(toolset) ?? { files: {} };
  const back = readFolder('back', files).toolset.tools.map(({ definition }) => definition);
  const kept = toolset.tools.map(({ definition }) => {
    const { icon: _i, timeoutMs: _t, hidden: _h, unlisted: _u, ...rest } = definition;
    const policies = rest.policies ?? toolset.group.policies;
    return { ...rest, ...(policies === undefined ? {} : { policies }) };
  });
  expect(back).toEqual(kept);
});

test('F1 writes a module once for all its functions, and programs with the same file name separately', () => {
  const server = writers.get('mcp-server');
  const paths = (toolset: Toolset) =>
    Object.keys(server?.write(toolset).files ?? {}).filter((path) => path.startsWith('tools/'));
  expect(paths(modules)).toEqual(['tools/m.py', 'tools/tools.json']);
  const programs = ['a b', 'a/b', '../x'].map((name, at) => ({
    definition: { name, description: '', parameters: { type: 'object', properties: {} } },
    code: { language: 'bash', file: 'execution.sh', source: `echo ${at}\n` },
  }));
  expect(paths({ ...modules, tools: programs })).toEqual([
    'tools/a_b/execution.sh',
    'tools/a_b_2/execution.sh',
    'tools/___x/execution.sh',
    'tools/tools.json',
  ]);
});

test('an author’s examples are samples unless the folder has a samples file, which is complete', () => {
  const example = (description: string) => ({ description, params: { n: 1 } });
  const tools = [
    {
      type: 'function',
      function: { name: 'f' },
      examples: [example('Own'), example('Other')],
    },
  ];
  const files = {
    'index.ts': 'export default () => []',
    'index.tool.json': JSON.stringify({ type: 'TypeScriptModule', name: 'm', tools }),
    'samples.json': JSON.stringify([{ name: 'Own', arguments: { n: 2 } }]),
  };
  const { 'samples.json': _, ...bare } = files;
  const rest = { tool: 'f', arguments: { n: 1 }, expect: {} };
  expect(readFolder('m', bare).samples).toEqual([
    { name: 'Own', ...rest },
    { name: 'Other', ...rest },
  ]);
  expect(readFolder('m', files).samples).toEqual([{ name: 'Own', arguments: { n: 2 } }]);
  expect(readFolder('m', { ...files, 'samples.json': '[]' }).samples).toEqual([]);
});
