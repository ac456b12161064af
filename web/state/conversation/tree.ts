import type { ConversationNode } from '../../../shared/protocol/conversations/conversations.ts';

/** The messages of a conversation by what they answer; every list in the order in which it was made. */
export interface Tree {
  byId: ReadonlyMap<string, ConversationNode>;
  /** By the parent's id; those of the beginning stand under the empty text. */
  children: ReadonlyMap<string, readonly ConversationNode[]>;
}

const keyOf = (parent: string | null): string => parent ?? '';

export function treeOf(nodes: readonly ConversationNode[]): Tree {
  const children = new Map<string, ConversationNode[]>();
  for (const node of nodes) {
    const key = keyOf(node.parent);
    const beside = children.get(key);
    if (beside) beside.push(node);
    else children.set(key, [node]);
  }
  return { byId: new Map(nodes.map((node) => [node.id, node])), children };
}

/** The messages that can follow `parent`, oldest first. */
export const childrenOf = (tree: Tree, parent: string | null): readonly ConversationNode[] =>
  tree.children.get(keyOf(parent)) ?? [];

/** From the beginning to `id`; empty where there is no such message. */
export function pathTo(tree: Tree, id: string | null): ConversationNode[] {
  const path: ConversationNode[] = [];
  // A file that was brought in may go in a circle.
  const seen = new Set<string>();
  for (let at = id; at !== null && !seen.has(at);) {
    const node = tree.byId.get(at);
    if (!node) break;
    seen.add(at);
    path.push(node);
    at = node.parent;
  }
  return path.reverse();
}

/** Which child of a message is shown: the newest where nothing was chosen, none for an empty text. */
export type Chosen = Readonly<Record<string, string>>;

/** Ends the branch that is shown at a message, whatever follows it. */
export const endingAt = (chosen: Chosen, parent: string | null): Chosen => ({
  ...chosen,
  [keyOf(parent)]: '',
});

/** Lets the branch that is shown go on behind a message at which it was ended. */
export function openAt(chosen: Chosen, parent: string | null): Chosen {
  const { [keyOf(parent)]: ended, ...rest } = chosen;
  return ended === '' ? rest : chosen;
}

/** The branch that is shown: from the beginning to its last message. */
export function shownPath(tree: Tree, chosen: Chosen): ConversationNode[] {
  const path: ConversationNode[] = [];
  const seen = new Set<string>();
  for (let parent: string | null = null; ;) {
    const all = childrenOf(tree, parent);
    const wanted: string | undefined = chosen[keyOf(parent)];
    const next: ConversationNode | undefined = all.find(({ id }) => id === wanted) ?? all.at(-1);
    if (wanted === '' || !next || seen.has(next.id)) return path;
    seen.add(next.id);
    path.push(next);
    parent = next.id;
  }
}

/** What has to be chosen so that the branch through a message is shown. */
export const choosing = (tree: Tree, chosen: Chosen, id: string): Chosen => ({
  ...chosen,
  ...Object.fromEntries(pathTo(tree, id).map((node) => [keyOf(node.parent), node.id])),
});

/** The last messages of all branches, in the order in which they were made. */
export const leavesOf = (tree: Tree): ConversationNode[] =>
  [...tree.byId.values()].filter(({ id }) => childrenOf(tree, id).length === 0);

/** A message written down: the first time behind all others, later in its own place. */
export function withNode(
  nodes: readonly ConversationNode[],
  node: ConversationNode,
): ConversationNode[] {
  // The one that is written down anew is nearly always the last.
  const at = nodes.findLastIndex(({ id }) => id === node.id);
  return at < 0 ? [...nodes, node] : nodes.with(at, node);
}
