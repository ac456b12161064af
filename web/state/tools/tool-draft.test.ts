import { expect, test } from 'vitest';
import type { Folder } from '../../../shared/tool/folder.ts';
import { differingPaths } from './tool-draft.svelte.ts';

const rows: { name: string; one: Folder; other: Folder; paths: string[] }[] = [
  { name: 'equal texts', one: { a: 'x' }, other: { a: 'x' }, paths: [] },
  { name: 'an edit', one: { a: 'x', b: '1' }, other: { a: 'y', b: '1' }, paths: ['a'] },
  { name: 'a new and a lost file', one: { b: '' }, other: { a: '' }, paths: ['a', 'b'] },
  { name: 'an empty file is a file', one: { a: '' }, other: {}, paths: ['a'] },
  {
    name: 'equal bytes',
    one: { a: { base64: 'AA==' } },
    other: { a: { base64: 'AA==' } },
    paths: [],
  },
  { name: 'bytes and text', one: { a: { base64: 'AA==' } }, other: { a: 'AA==' }, paths: ['a'] },
];

test.each(rows)('$name', ({ one, other, paths }) => {
  expect(differingPaths(one, other)).toEqual(paths);
});
