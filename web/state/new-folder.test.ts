import { expect, test } from 'vitest';
import { readFolder } from '../../shared/formats/read-folder.ts';
import { languages } from '../../shared/languages/languages.ts';
import { freeName } from './free-name.ts';
import { isToolName } from './is-tool-name.ts';
import { newFolder } from './new-folder.ts';
import { renamedFolder } from './renamed-folder.ts';

test.each([...languages.values()])('a new $id tool has no error and a sample', (language) => {
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
