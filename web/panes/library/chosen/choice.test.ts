import { expect, test } from 'vitest';
import type { LibraryEntry } from '../library-entries.ts';
import type { LibraryTree } from '../library-tree.svelte.ts';
import type { TreeRow } from '../tree-rows.ts';
import { Choice } from './choice.ts';

/** A category, three tools of which the second is a module that stands open, and a function of it. */
const rows = ['custom/', 'a', 'b', 'b/f', 'c'].map(
  (key) =>
    ({
      key,
      ...(!key.endsWith('/') && { entry: { id: key.split('/')[0] } as LibraryEntry }),
      ...(key === 'b/f' && { function: 'f' }),
    }) as TreeRow,
);
const treeAt = (active: string) => {
  const tree = {
    ...{ rows, active, chosen: undefined as ReadonlySet<string> | undefined, choosing: false },
    openRow: 'a',
    get at(): number {
      return rows.findIndex(({ key }) => key === this.active);
    },
  };
  return { tree, choice: new Choice(tree as unknown as LibraryTree) };
};

test('a range holds tools alone, goes both ways, and begins anew where the keys went', () => {
  const { tree, choice } = treeAt('b');
  const chosen = () => [...(tree.chosen ?? [])].join('');
  const walked = [4, 3, 2, 1, 0].map((at) => (choice.reach(at), chosen()));
  expect(walked).toEqual(['bc', 'b', 'b', 'ab', 'ab']);
  tree.active = 'c';
  choice.reach(3);
  expect(chosen()).toBe('c');
  tree.chosen = undefined;
  choice.reach(2);
  expect(chosen()).toBe('b');
});

test('one more or one less; what is open is chosen with the first, except where taps choose', () => {
  const { tree, choice } = treeAt('a');
  const toggled = (at: number) => (choice.toggle(at), [...(tree.chosen ?? [])].join(''));
  expect([4, 2, 4, 0, 3].map(toggled)).toEqual(['ac', 'acb', 'ab', 'ab', 'ab']);
  choice.begin(4);
  expect([2, 4, 2].map(toggled)).toEqual(['cb', 'b', '']);
  expect(toggled(4)).toBe('c');
});
