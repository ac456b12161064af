import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Node } from 'jsonc-parser';

interface Position {
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
}

/** Finds the positions of values in a JSON text, which it parses once. */
export class JsonPositions {
  readonly #text: string;
  readonly #root: Node | undefined;

  constructor(text: string) {
    this.#text = text;
    this.#root = parseTree(text);
  }

  /**
   * Returns the position of the value at a path, or of its name with `key`; if it is absent, that of the
   * nearest value above.
   */
  of(path: (string | number)[], key = false): Position {
    let node: Node | undefined;
    for (let length = path.length; !node && this.#root && length >= 0; length--) {
      node = findNodeAtLocation(this.#root, path.slice(0, length));
      if (node && key && length === path.length && node.parent?.type === 'property')
        node = node.parent.children?.[0];
    }
    const offset = node?.offset ?? 0;
    const start = placeOf(this.#text, offset);
    // Only the first line, because a whole object would mark half of the file.
    const end = this.#text.indexOf('\n', offset);
    const whole = offset + (node?.length ?? 1);
    const last = placeOf(this.#text, end < 0 ? whole : Math.min(whole, Math.max(end, offset + 1)));
    return { ...start, endLine: last.line, endColumn: last.column };
  }
}

/**
 * Returns the position of the value at a path of a JSON text: lines and columns from 1; columns count code
 * points.
 */
export const positionOf = (text: string, path: (string | number)[]): Position =>
  new JsonPositions(text).of(path);

/** Returns the line and column of an offset in UTF-16 code units, both from 1; columns count code points. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf('\n') + 1;
  let line = 1;
  for (let at = before.indexOf('\n'); at >= 0; at = before.indexOf('\n', at + 1)) line++;
  return { line, column: [...before.slice(start)].length + 1 };
}
