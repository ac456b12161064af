import { describe, expect, test } from 'vitest';
import type { LibraryEntry } from './library-entries.ts';
import { groupTools } from './library-entries.ts';
import { searchRows } from './search-rows.ts';
import { treeRows, type Openness, type TreeRow } from './tree-rows.ts';

type Said = [name: string, tags?: string[], description?: string, category?: string];

const entry = (id: string, category: string, ...tools: Said[]): LibraryEntry => ({
  ...{ id, category, badge: 'py', description: '', enabled: true, offByAuthor: 0, errors: 0 },
  tools: tools.map(([name, tags = [], description = '', own = category]) => ({
    ...{ name, displayName: '', description, tags, category: own },
  })),
  functions: tools.length > 1 ? tools.map(([name]) => name) : [],
  tags: tools.flatMap(([, tags = []]) => tags),
});
const entries = [
  entry('calc', 'custom', ['calc', ['money'], '简单两数运算']),
  entry('forms', 'custom', ['fill', [], 'Fills a form', 'paper'], ['sign', ['ink']]),
  entry('empty', 'custom'),
  entry('days', 'data', ['days', ['calendar'], 'Days between two dates']),
  entry('generated_tool_25', 'made', ['generated_tool_25']),
];
const closed: Openness = { closedCategories: [], openModules: [] };
const drawn = (rows: readonly TreeRow[]): string[] =>
  rows.map(
    ({ level, isOpen, key }) =>
      `${' '.repeat(level - 1)}${isOpen === undefined ? '' : isOpen ? '- ' : '+ '}${key}`,
  );

describe('the rows of the tree', () => {
  const groups = groupTools(entries);
  const data = ['- data/', ' days', '- made/', ' generated_tool_25'];
  test.each<[string, Partial<Openness>, string[]]>([
    ['modules are closed', {}, ['- custom/', ' calc', ' empty', ' + forms', ...data]],
    [
      'an open module shows its functions',
      { openModules: ['forms', 'calc'] },
      ['- custom/', ' calc', ' empty', ' - forms', '  forms/fill', '  forms/sign', ...data],
    ],
    ['a closed category shows nothing', { closedCategories: ['custom'] }, ['+ custom/', ...data]],
    [
      'of what is open the functions are those that were read last',
      { openModules: ['forms'], live: { id: 'forms', functions: ['fill', 'send'] } },
      ['- custom/', ' calc', ' empty', ' - forms', '  forms/fill', '  forms/send', ...data],
    ],
    [
      'without functions it is no module',
      { openModules: ['forms'], live: { id: 'forms', functions: [] } },
      ['- custom/', ' calc', ' empty', ' forms', ...data],
    ],
  ])('%s', (_name, openness, rows) => {
    expect(drawn(treeRows(groups, { ...closed, ...openness }))).toEqual(rows);
  });

  test('a row knows its place', () => {
    const [category, first] = treeRows(groups, closed);
    expect(category).toMatchObject({ place: 1, of: 3, count: 3 });
    expect(first).toMatchObject({ place: 1, of: 3 });
  });
});

describe('a search', () => {
  test.each([
    ['a name', 'CALC', ['calc']],
    ['a short form', 'gt25', ['generated_tool_25']],
    ['a tag', 'money', ['calc']],
    ['a description', 'between dates', ['days']],
    ['Chinese', '运算', ['calc']],
    ['a category', 'data', ['days']],
    ['a module by its name, with its functions as they stand', 'forms', ['+ forms']],
    ['a function by its name', 'fill', ['- forms', ' forms/fill']],
    ['a function by its tag', 'INK', ['- forms', ' forms/sign']],
    [
      'the category of a function, which wins over its folder’s',
      'paper',
      ['- forms', ' forms/fill'],
    ],
    ['words that stand in one function together', 'sign ink', ['- forms', ' forms/sign']],
    ['nothing where the words stand in two functions', 'fill ink', []],
    ['a function with the name of its module', 'forms sign', ['- forms', ' forms/sign']],
    ['a folder without tools by its name', 'empty', ['empty']],
    ['nothing', 'zzz', []],
  ])('finds by %s', (_name, query, rows) => {
    expect(drawn(searchRows(entries, query, closed))).toEqual(rows);
  });

  test('marks what it met, and tells what it met beside the name', () => {
    expect(searchRows(entries, 'gt25', closed)[0]?.marks).toEqual([0, 10, 15, 16]);
    expect(searchRows(entries, 'two dates', closed)[0]?.met).toBe('Days between two dates');
  });
});
