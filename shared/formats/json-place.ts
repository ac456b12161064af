import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Problem } from '../tool/problem.ts';

export type Place = Pick<Problem, 'line' | 'column' | 'endLine' | 'endColumn'>;

/** Line and column of an offset in UTF-16 units, both from 1, the column in code points. */
function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const lines = text.slice(0, offset).split('\n');
  return { line: lines.length, column: [...(lines.at(-1) ?? '')].length + 1 };
}

/** Where the value at `path` stands in JSON text; the text's start where it does not. */
export function jsonPlace(text: string, path: (string | number)[]): Place {
  const tree = parseTree(text);
  const node = tree && findNodeAtLocation(tree, path);
  if (!node) return { line: 1, column: 1 };
  const start = lineAndColumn(text, node.offset);
  const end = lineAndColumn(text, node.offset + node.length);
  return { ...start, endLine: end.line, endColumn: end.column };
}
