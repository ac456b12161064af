import { expect, test } from 'vitest';
import { readFolder } from '../../../shared/formats/read-folder.ts';
import { languages } from '../../../shared/languages/languages.ts';
import { freeName, isToolName, renamedFolder } from '../../state/tools/tool-names.ts';
import { newFolder, newModule } from './new-folder.ts';

/** What is filled or run as it is; modules alone are none of these. */
const plain = [...languages.values()].filter(({ moduleFormat }) => moduleFormat === undefined);

test.each(plain)('a new $id tool has no error and a sample', (language) => {
  const read = readFolder('fresh', newFolder('fresh', language));
  expect(read.problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  expect(read.toolset.tools).toHaveLength(1);
  expect(read.samples).toHaveLength(1);
});

test.each([
  ['follows the id', '{ "id": "old", "x": 1 }', '{ "id": "new", "x": 1 }'],
  ['leaves an id of its own', '{ "id": "mine" }', '{ "id": "mine" }'],
  ['leaves broken text', '{ "id": ', '{ "id": '],
])('a renamed folder %s', (_name, before, after) => {
  expect(renamedFolder({ 'definition.json': before }, 'old', 'new')).toEqual({
    'definition.json': after,
  });
});

test.each([
  ['a script of its name goes along', 'old.py', 'new.py'],
  ['a script of another name stays', 'My-Tools.ps1', 'My-Tools.ps1'],
])('a renamed module: %s', (_name, before, after) => {
  const files = { [before]: 'x', 'samples.json': '[]' };
  expect(renamedFolder(files, 'old', 'new')).toEqual({ [after]: 'x', 'samples.json': '[]' });
  const cached = { 'old.py': 'x', 'old.tool.json': '{}', 'old.samples.json': '[]' };
  expect(Object.keys(renamedFolder(cached, 'old', 'new'))).toEqual([
    'new.py',
    'new.tool.json',
    'new.samples.json',
  ]);
});

const modules = [...languages.values()].filter(({ moduleStarter }) => moduleStarter);

test.each(modules)('a new module of $id is its script', async (language) => {
  const files = await newModule('fresh', language);
  expect(Object.keys(files)).toEqual([`fresh.${language.extension}`]);
  expect(readFolder('fresh', files).format).toBe(language.moduleFormat ?? 'script-module');
});

test.each([
  ['calc', true],
  ['text_len2', true],
  ['Calc', false],
  ['2x', false],
  ['a-b', false],
  ['', false],
  ['a'.repeat(65), false],
])('%j as a name: %s', (name, good) => {
  expect(isToolName(name)).toBe(good);
});

test('a taken name counts on', () => {
  expect(freeName('calc', (name) => ['calc', 'calc_2'].includes(name))).toBe('calc_3');
});
