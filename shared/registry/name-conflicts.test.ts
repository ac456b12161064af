import { expect, test } from 'vitest';
import { nameConflicts, type Named } from './name-conflicts.ts';

const row = (name: string, id: string, source: Named['source'] = 'authored') => ({
  ...{ name, id, source },
});

test('T10 a name belongs to the first who has it, and the others are listed', () => {
  expect(
    nameConflicts([
      row('Read', 'builtin:Read', 'builtin'),
      row('a', 'one'),
      row('Read', 'one'),
      row('toString', 'one'),
      row('a', 'two'),
      row('a', 'three'),
    ]),
  ).toEqual([
    {
      name: 'Read',
      kept: { id: 'builtin:Read', source: 'builtin' },
      refused: [{ id: 'one', source: 'authored' }],
    },
    {
      name: 'a',
      kept: { id: 'one', source: 'authored' },
      refused: [
        { id: 'two', source: 'authored' },
        { id: 'three', source: 'authored' },
      ],
    },
  ]);
  expect(nameConflicts([])).toEqual([]);
});
