import type { Language, Tree, TreeCursor } from 'web-tree-sitter';

/**
 * A node of a syntax tree as plain data. Offsets are in UTF-16 code units of the parsed text, end exclusive.
 */
export interface Syntax {
  type: string;
  start: number;
  end: number;
  text: string;
  named: boolean;
  /** Whether the parser inserted this node to continue. */
  missing: boolean;
  children: Syntax[];
}

type Kind = { type: string; named: boolean };
/** Node types by their number in a grammar, so that each crosses from WebAssembly only once. */
const kinds = new WeakMap<Language, Kind[]>();

/** Deeper trees, such as a thousand commands joined with `||`, would exceed the call stack. */
const DEEPEST = 500;

const read = (
  cursor: TreeCursor,
  source: string,
  known: Kind[],
  depth: number,
): Syntax | undefined => {
  if (depth > DEEPEST) return undefined;
  const { nodeTypeId: id, startIndex: start, endIndex: end } = cursor;
  const kind = (known[id] ??= { type: cursor.nodeType, named: cursor.nodeIsNamed });
  const node: Syntax = {
    type: kind.type,
    start,
    end,
    text: source.slice(start, end),
    named: kind.named,
    // An inserted node has no text.
    missing: start === end && cursor.nodeIsMissing,
    children: [],
  };
  if (cursor.gotoFirstChild()) {
    do {
      const child = read(cursor, source, known, depth + 1);
      if (!child) return undefined;
      node.children.push(child);
    } while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
};

/**
 * Converts a tree to data. Returns undefined if it is too deep. Walks with a cursor, which is much cheaper
 * than asking each node for its children across WebAssembly.
 */
export const readSyntax = (tree: Tree, source: string): Syntax | undefined => {
  const cursor = tree.walk();
  const known = kinds.get(tree.language) ?? [];
  kinds.set(tree.language, known);
  const root = read(cursor, source, known, 0);
  cursor.delete();
  return root;
};
