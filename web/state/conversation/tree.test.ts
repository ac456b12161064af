import { describe, expect, test } from 'vitest';
import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';
import { choosing, endingAt, leavesOf, pathTo, shownPath, treeOf, withNode } from './tree.ts';

const node = (id: string, parent: string | null): ConversationNode => ({
  ...{ id, parent, at: 0, role: 'user', text: id },
});
// a - b - c and b - d; e beside a.
const nodes = [node('a', null), node('b', 'a'), node('c', 'b'), node('d', 'b'), node('e', null)];
const tree = treeOf(nodes);
const ids = (path: readonly ConversationNode[]) => path.map(({ id }) => id).join(' ');

describe('the branch that is shown', () => {
  test.each([
    ['the newest where nothing was chosen', {}, 'e'],
    ['through a chosen message', choosing(tree, {}, 'a'), 'a b d'],
    ['through an older one', choosing(tree, {}, 'c'), 'a b c'],
    ['up to where another answer is awaited', endingAt(choosing(tree, {}, 'c'), 'b'), 'a b'],
    ['the newest where the chosen one is gone', { '': 'gone' }, 'e'],
    ['nothing where a new beginning is awaited', endingAt({}, null), ''],
  ])('%s', (_name, chosen, shown) => expect(ids(shownPath(tree, chosen))).toBe(shown));
});

test.each([
  ['c', 'a b c'],
  ['gone', ''],
  [null, ''],
])('from the beginning to %j', (id, path) => expect(ids(pathTo(tree, id))).toBe(path));

test('messages that answer each other in a circle come to an end', () => {
  const circle = treeOf([node('x', 'y'), node('y', 'x')]);
  expect(ids(pathTo(circle, 'x'))).toBe('y x');
  expect(ids(shownPath(circle, {}))).toBe('');
});

test('the ends of all branches', () => expect(ids(leavesOf(tree))).toBe('c d e'));

test('a message that is written down anew keeps its place', () => {
  const anew = { ...node('b', 'a'), text: 'anew' } as ConversationNode;
  expect(withNode(nodes, anew)[1]).toBe(anew);
  expect(ids(withNode(nodes, node('f', 'e')))).toBe('a b c d e f');
});
