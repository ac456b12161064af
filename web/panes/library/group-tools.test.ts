import { expect, test } from 'vitest';
import { groupTools } from './group-tools.ts';
import type { LibraryEntry } from './group-tools.ts';

const entry = (id: string, category: string, description = ''): LibraryEntry => ({
  id,
  category,
  description,
  badge: 'py',
  enabled: true,
  tools: 1,
  errors: 0,
});
const all = [
  entry('slugify', 'text', 'Make a slug of a title'),
  entry('calc', 'custom', '简单两数运算'),
  entry('date_diff', 'data', 'Days between two dates'),
  entry('echo', 'custom'),
];

test.each([
  [
    'everything, custom first',
    '',
    [
      ['custom', 'calc', 'echo'],
      ['data', 'date_diff'],
      ['text', 'slugify'],
    ],
  ],
  ['a word of the name', 'ECHO', [['custom', 'echo']]],
  ['a word of the description', 'dates', [['data', 'date_diff']]],
  ['Chinese', '运算', [['custom', 'calc']]],
  ['several words in any order', 'title slug', [['text', 'slugify']]],
  ['a category', 'custom', [['custom', 'calc', 'echo']]],
  ['nothing', 'zzz', []],
])('finds %s', (_name, query, groups) => {
  const found = groupTools(all, query);
  expect(found.map((group) => [group.category, ...group.entries.map(({ id }) => id)])).toEqual(
    groups,
  );
});
