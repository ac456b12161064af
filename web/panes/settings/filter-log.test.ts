import { expect, test } from 'vitest';
import { filterLog, type LoggedEvent } from './filter-log.ts';

const event = (seq: number, given: Partial<LoggedEvent>): LoggedEvent => ({
  ...{ seq, at: 0, type: 'toolRegistered', source: 'authored', unit: 'calc', tool: 'add' },
  ...given,
});
const all = [
  event(4, { type: 'toolUnregistered', unit: 'text', tool: 'slugify' }),
  event(3, { type: 'toolChanged' }),
  event(2, {}),
  event(1, { source: 'builtin', unit: 'builtin:Read', tool: 'Read' }),
];

test.each([
  ['nothing asked', '', [4, 3, 2, 1]],
  ['a tool, whatever its case', 'ADD', [3, 2]],
  ['a unit', 'text', [4]],
  ['what happened, in the words on the screen', 'removed', [4]],
  ['where from, in the words on the screen', 'built-in', [1]],
  ['several words in any order', 'changed add', [3]],
  ['words of which one stands nowhere', 'add removed', []],
])('%s keeps their order', (_name, query, seqs) => {
  expect(filterLog(all, query).map(({ seq }) => seq)).toEqual(seqs);
});
