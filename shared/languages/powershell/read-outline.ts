import type { Tree, TreeCursor } from 'web-tree-sitter';
import type { Syntax } from '../../commands/syntax.ts';

/** What a script's outline is made of: everything but the statements that it runs. */
const runs = new Set([
  'pipeline',
  'flow_control_statement',
  'foreach_statement',
  'while_statement',
]);

/** A script's syntax without what it does, which is most of it; where it is broken, that is kept. */
export function readOutline(tree: Tree, source: string): Syntax {
  const cursor = tree.walk();
  const broken = tree.rootNode.hasError;
  const root = read(cursor, source, broken, false);
  cursor.delete();
  return root;
}

function read(cursor: TreeCursor, source: string, broken: boolean, inParameter: boolean): Syntax {
  const [type, start, end] = [cursor.nodeType, cursor.startIndex, cursor.endIndex];
  const children: Syntax[] = [];
  const node = {
    ...{ type, start, end, text: source.slice(start, end) },
    ...{ named: cursor.nodeIsNamed, missing: cursor.nodeIsMissing, children },
  };
  const passes = !inParameter && runs.has(type) && !(broken && cursor.currentNode.hasError);
  if (!passes && cursor.gotoFirstChild()) {
    const within = inParameter || type === 'parameter_list';
    do children.push(read(cursor, source, broken, within));
    while (cursor.gotoNextSibling());
    cursor.gotoParent();
  }
  return node;
}
