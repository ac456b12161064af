import type { ConversationNode } from '../../../../shared/protocol/conversations/conversations.ts';
import { childrenOf, leavesOf, pathTo, type Tree } from '../../../state/conversation/tree.ts';

/** The last place of a branch where another one begins; undefined where there is none. */
export function forkIn(tree: Tree, path: readonly ConversationNode[]): string | null | undefined {
  const last = path.findLast(({ parent }) => childrenOf(tree, parent).length > 1);
  return last?.parent;
}

const LONGEST = 40;

/** The first words of a message, by which its branch is known. */
export function firstWords(text: string): string {
  const words = text.replace(/\s+/g, ' ').trim();
  return words.length <= LONGEST ? words : `${words.slice(0, LONGEST).trimEnd()}…`;
}

/** A branch as it is listed. */
export interface Branch {
  /** Its last message. */
  leaf: ConversationNode;
  /** Where it parts from the branch that is shown; itself where it is that one. */
  from: ConversationNode | undefined;
  /** Messages of the person in it, and in what it shares with the branch that is shown. */
  turns: number;
  shared: number;
}

const turnsIn = (path: readonly ConversationNode[]): number =>
  path.filter(({ role }) => role === 'user').length;

/** A message and what follows it, where it parts the newest. */
export function branchFrom(tree: Tree, first: ConversationNode): ConversationNode[] {
  const branch: ConversationNode[] = [];
  for (let node: ConversationNode | undefined = first; node && !branch.includes(node);) {
    branch.push(node);
    node = childrenOf(tree, node.id).at(-1);
  }
  return branch;
}

/** All branches, the one that is shown first, then the newest. */
export function branchesOf(tree: Tree, shown: readonly ConversationNode[]): Branch[] {
  const ids = new Set(shown.map(({ id }) => id));
  const last = shown.at(-1);
  const others = leavesOf(tree).filter(({ id }) => id !== last?.id);
  return [...(last ? [last] : []), ...others.reverse()].map((leaf) => {
    const path = pathTo(tree, leaf.id);
    const at = path.findIndex(({ id }) => !ids.has(id));
    const common = at < 0 ? path : path.slice(0, at);
    return { leaf, from: path[at], turns: turnsIn(path), shared: turnsIn(common) };
  });
}
