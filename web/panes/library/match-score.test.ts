import { expect, test } from 'vitest';
import { bestFirst, matchOf } from './match-score.ts';

const marked = (name: string, query: string): string | undefined => {
  const match = matchOf(query, { name });
  return match && [...name].map((c, at) => (match.marks.includes(at) ? `<${c}>` : c)).join('');
};

test.each([
  ['gt25', 'generated_tool_25', '<g>enerated_<t>ool_<2><5>'],
  ['calc', 'calc', '<c><a><l><c>'],
  ['LEN', 'text_len', 'text_<l><e><n>'],
  ['len text', 'text_len', '<t><e><x><t>_<l><e><n>'],
  ['cs', 'Convert-Size', '<C>onvert-<S>ize'],
  ['gtu', 'getToolUnit', '<g>et<T>ool<U>nit'],
  ['gete', 'get_tree_expr', '<g><e><t>_tree_<e>xpr'],
  ['tt', 'todo_table', '<t>odo_<t>able'],
  ['运', '运行', '<运>行'],
  // The first part begins with the letter, too: what stands behind it leads nowhere.
  ['tab', 'text_table', 'text_<t><a><b>le'],
  ['clc', 'calc', undefined],
  ['csv', 'clean_secrets', undefined],
  ['zz', 'calc', undefined],
  ['', 'calc', 'calc'],
])('%j in %s', (query, name, found) => {
  expect(marked(name, query)).toBe(found);
});

const things = [
  { name: 'generated_tool_252' },
  { name: 'get_tree_25' },
  { name: 'generated_tool_25' },
  { name: 'slugify', words: ['text'], sentences: ['Makes a slug of a title'] },
  { name: 'text_len', words: ['length'], sentences: ['Counts letters'] },
  { name: 'context', sentences: ['Slugs and snails'] },
  { name: 'calc', words: ['money', '计算器'], sentences: ['简单两数运算'] },
];

test.each([
  ['gt25', ['get_tree_25', 'generated_tool_25', 'generated_tool_252']],
  ['text', ['text_len', 'context', 'slugify']],
  ['slug', ['slugify', 'context']],
  ['money', ['calc']],
  ['运算', ['calc']],
  ['计算', ['calc']],
  ['title slug', ['slugify']],
  ['title money', []],
  ['', things.map(({ name }) => name)],
])('the best for %j come first', (query, names) => {
  const found = bestFirst(things, (thing) => matchOf(query, thing));
  expect(found.map(({ one }) => one.name)).toEqual(names);
});

test('what was met beside the name is told', () => {
  expect(matchOf('title', things[3] ?? { name: '' })?.met).toBe('Makes a slug of a title');
  expect(matchOf('slugify', things[3] ?? { name: '' })?.met).toBeUndefined();
});

test('a name of many parts that begin alike takes no time that grows with its ways', () => {
  expect(matchOf(`${'a'.repeat(30)}b`, { name: 'a_'.repeat(40) })).toBeUndefined();
});
