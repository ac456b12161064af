import type { Placeholder } from '../../monaco/code-editor.ts';

/**
 * Where a template holds the place of a declared parameter. Doubled braces are literal ones.
 * Source: Python's format string syntax, and what the page fills in.
 */
export const placeholders = (source: string, names: ReadonlySet<string>): Placeholder[] =>
  source.split(/\r\n|\r|\n/).flatMap((text, index) => {
    const found: Placeholder[] = [];
    for (const match of text.matchAll(/\{\{|\}\}|\{([^{}]*)\}/g)) {
      const [whole, name] = match;
      if (name === undefined || !names.has(name)) continue;
      const column = [...text.slice(0, match.index)].length + 1;
      found.push({ line: index + 1, column, endColumn: column + [...whole].length });
    }
    return found;
  });
