import { expect, test } from 'vitest';
import type { Edit } from '../../../shared/tool/problem/problem.ts';
import { applyFix } from './apply-fix.ts';

const edit = (line: number, column: number, endColumn: number, text: string, file = 'a'): Edit => ({
  file,
  line,
  column,
  endLine: line,
  endColumn,
  text,
});

test.each([
  ['a word', 'x = {a}\n', [edit(1, 5, 8, '{{a}}')], 'x = {{a}}\n'],
  ['two places of a line', '{1}', [edit(1, 1, 2, '{{'), edit(1, 3, 4, '}}')], '{{1}}'],
  ['after a character of two units', '😀b', [edit(1, 2, 3, 'c')], '😀c'],
  ['a later line', 'a\r\nb\r\n', [edit(2, 1, 2, 'c')], 'a\r\nc\r\n'],
  ['an insertion', 'ab', [edit(1, 2, 2, '-')], 'a-b'],
  ['past the end', 'a', [edit(9, 1, 1, '!')], 'a!'],
])('replaces %s', (_name, before, edits, after) => {
  expect(applyFix({ a: before }, { title: '', edits })).toEqual({ a: after });
});

test('makes a file that is missing', () => {
  const fix = { title: '', edits: [edit(1, 1, 1, '{}\n', 'return.json')] };
  expect(applyFix({ a: 'x' }, fix)).toEqual({ a: 'x', 'return.json': '{}\n' });
});

test('changes of JSON come together, and the rest stays as it is written', () => {
  const text =
    '{\n  "id": "calc", // kept\n  "parameters": {"type": "object"},\n  "required": ["a"]\n}\n';
  const changes = [
    { file: 'd.json', path: ['parameters', 'required'], value: ['a'] },
    { file: 'd.json', path: ['required'] },
  ];
  expect(applyFix({ 'd.json': text }, { title: '', edits: [], changes })).toEqual({
    'd.json':
      '{\n  "id": "calc", // kept\n  "parameters": {"type": "object", "required": ["a"]}\n}\n',
  });
});
