import type { Tree, TreeCursor } from 'web-tree-sitter';

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

const read = (cursor: TreeCursor, source: string): Syntax => {
  const start = cursor.startIndex;
  const end = cursor.endIndex;
  const node: Syntax = {
    type: cursor.nodeType,
    start,
    end,
    text: source.slice(start, end),
    named: cursor.nodeIsNamed,
    missing: cursor.nodeIsMissing,
    children: [],
  };
  if (cursor.gotoFirstChild()) {
    do node.children.push(read(cursor, source));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
};

/** One walk with a cursor: much cheaper than asking each node for its children across WebAssembly. */
export const readSyntax = (tree: Tree, source: string): Syntax => {
  const cursor = tree.walk();
  const root = read(cursor, source);
  cursor.delete();
  return root;
};
