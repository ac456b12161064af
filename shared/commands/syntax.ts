import type { Language, Tree, TreeCursor } from 'web-tree-sitter';

/** A node of a syntax tree as plain data: offsets in UTF-16 units of the parsed text, end exclusive. */
export interface Syntax {
  type: string;
  start: number;
  end: number;
  text: string;
  named: boolean;
  /** Whether the parser invented it to go on. */
  missing: boolean;
  children: Syntax[];
}

type Kind = { type: string; named: boolean };
/** What a grammar's numbers stand for: asked across WebAssembly once, not at every node. */
const kinds = new WeakMap<Language, Kind[]>();

/** Deeper trees, as of a thousand commands with `||` between them, would not fit a call stack. */
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
    // What was invented has no text.
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

/** A tree as data, or undefined when it is too deep. One walk with a cursor: much cheaper than asking each node for its children across WebAssembly. */
export const readSyntax = (tree: Tree, source: string): Syntax | undefined => {
  const cursor = tree.walk();
  const known = kinds.get(tree.language) ?? [];
  kinds.set(tree.language, known);
  const root = read(cursor, source, known, 0);
  cursor.delete();
  return root;
};
