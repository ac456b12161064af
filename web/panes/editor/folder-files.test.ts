import { expect, test } from 'vitest';
import { folderFiles, missingFiles } from './folder-files.ts';

test('files come in the order of the layers, others after them', () => {
  const files = {
    'a.txt': '',
    'samples.json': '',
    'meta.json': '',
    'execution.py': '',
    'definition.json': '',
  };
  expect(folderFiles(files)).toEqual([
    'definition.json',
    'execution.py',
    'meta.json',
    'samples.json',
    'a.txt',
  ]);
});

test("a module's script comes first, what Lathe makes of it last", () => {
  const files = { 'a.tool.json': '', 'samples.json': '', 'a.py': '' };
  expect(folderFiles(files)).toEqual(['a.py', 'samples.json', 'a.tool.json']);
});

test('a module of another format comes first, too', () => {
  expect(folderFiles({ 'samples.json': '', 'index.ts': '' })).toEqual(['index.ts', 'samples.json']);
});

test('declarations come before their samples', () => {
  const files = { 'samples.json': '', 'Grep.json': '' };
  expect(folderFiles(files)).toEqual(['Grep.json', 'samples.json']);
});

test.each([
  [{ 'definition.json': '', 'return.json': '' }, ['meta.json', 'samples.json']],
  [{ 'main.py': '' }, ['samples.json']],
  [{ 'main.txt': '' }, []],
])('of %o the optional layers %o are missing', (files, missing) => {
  expect(missingFiles(files).map(([path]) => path)).toEqual(missing);
});
