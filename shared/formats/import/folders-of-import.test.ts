import { expect, test } from 'vitest';
import type { Folder } from '../../tool/folder.ts';
import { foldersOfImport } from './folders-of-import.ts';

const tool = { 'definition.json': '{"id": "own_id"}', 'execution.py': 'print(1)' };
const under = (prefix: string, files: Folder = tool): Folder =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${prefix}${path}`, content]));
const names = (files: Folder, name?: string) => [...foldersOfImport(files, name).folders.keys()];

test.each<[string, Folder, string | undefined, string[]]>([
  ['files at the root take the given name', tool, 'calc', ['calc']],
  ['without a name the tool has its own', tool, undefined, ['own_id']],
  ['one folder', under('calc/'), undefined, ['calc']],
  ['one folder, whatever the zip is called', under('calc/'), 'download', ['calc']],
  ['several', { ...under('a/'), ...under('b/') }, undefined, ['a', 'b']],
  ['several in a folder', { ...under('tools/a/'), ...under('tools/b/') }, undefined, ['a', 'b']],
  ['a script alone has the name of its file', { 'geometry.py': 'x' }, undefined, ['geometry']],
  ['a script alone in a zip has the name of the zip', { 'geometry.py': 'x' }, 'shapes', ['shapes']],
  [
    'A0.2 scripts side by side are a tool each',
    { 'a.py': 'x', 'b.ps1': 'x', 'c.sh': 'x', '_private.py': 'x' },
    'scripts',
    ['a', 'b', 'c'],
  ],
  [
    'a folder that is about the script of its name',
    under('a/', { 'a.py': 'x', 'b.py': 'x' }),
    undefined,
    ['a'],
  ],
  [
    'half a tool is one, so that its problem is shown',
    { 'x/definition.json': '{}' },
    undefined,
    ['x'],
  ],
])('%s', (_name, files, name, expected) => {
  expect(names(files, name)).toEqual(expected);
});

test('everything under a tool folder belongs to it', () => {
  const files = under('calc/', { ...tool, 'data/rows.csv': 'a', 'samples.json': '[]' });
  expect(foldersOfImport(files).folders.get('calc')).toEqual({
    ...tool,
    'data/rows.csv': 'a',
    'samples.json': '[]',
  });
});

test('A0.2 scripts of one folder get the files with their names', () => {
  const files = {
    'a.py': '1',
    'a.tool.json': '{}',
    'a.samples.json': '[]',
    'b.py': '2',
    'README.md': 'x',
  };
  const { folders, problems } = foldersOfImport(under('flat/', files));
  expect(Object.fromEntries(folders)).toEqual({
    a: { 'a.py': '1', 'a.tool.json': '{}', 'a.samples.json': '[]' },
    b: { 'b.py': '2' },
  });
  expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'import-stray-file flat/README.md',
  ]);
});

test('omits files of file managers, and names a stray file', () => {
  const files = {
    ...under('calc/'),
    '__MACOSX/calc/._definition.json': '',
    'calc/.DS_Store': '',
    'README.md': '',
  };
  const { folders, problems } = foldersOfImport(files);
  expect(Object.keys(folders.get('calc') ?? {})).toEqual(Object.keys(tool));
  expect(problems.map(({ code, file }) => `${code} ${file}`)).toEqual([
    'import-stray-file README.md',
  ]);
});

test.each<[string, Folder, string]>([
  ['nothing', {}, 'import-no-tool'],
  ['no tool', { 'a/b.txt': '' }, 'import-no-tool'],
  ['one name twice', { ...under('x/calc/'), ...under('y/calc/') }, 'import-same-folder'],
])('%s is an error', (_name, files, code) => {
  const { problems } = foldersOfImport(files);
  expect(problems.map((problem) => `${problem.severity} ${problem.code}`)).toContain(
    `error ${code}`,
  );
});
