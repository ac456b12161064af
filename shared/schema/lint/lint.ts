import { applyEdits, modify } from 'jsonc-parser';
import type { JSONPath } from 'jsonc-parser';
import type { Json, JsonObject } from '../../tool/json.ts';
import type { Fix, Severity } from '../../tool/problem.ts';
import type { Phrase } from '../../tool/phrase.ts';
import { placeOf } from '../json/positions.ts';

export type Change = { path: JSONPath; value: Json | undefined };

/** What is known of a definition beside its content. */
export interface DefinitionFacts {
  /** The folder's name, which the id should repeat. */
  folderName: string;
  /** The file that problems are placed in. */
  file: string;
  /** The definition's text, for positions. */
  text: string;
  /** File names that `icon` may name; not checked when left out. */
  icons?: readonly string[];
}

/** What the rules look at, and how they speak. A path leads into the definition. */
export interface Lint {
  definition: JsonObject;
  facts: DefinitionFacts;
  report(
    severity: Severity,
    code: string,
    path: (string | number)[],
    message: string,
    values?: Record<string, string | number>,
    fix?: Fix,
    reason?: Phrase,
  ): void;
}

/**
 * A quick fix that sets or removes values of a JSON text and leaves the rest as it stands. One edit
 * over all that changes, because the changes of one fix must come together.
 */
export function textFix(title: string, file: string, text: string, changes: Change[]): Fix {
  const indent = /^\n?([ \t]+)"/m.exec(text)?.[1] ?? '  ';
  const formattingOptions = { insertSpaces: !indent.startsWith('\t'), tabSize: indent.length || 2 };
  let next = text;
  for (const { path, value } of changes)
    next = applyEdits(next, modify(next, path, value, { formattingOptions }));
  let start = 0;
  while (start < text.length && text[start] === next[start]) start++;
  let end = 0;
  while (
    end < text.length - start &&
    end < next.length - start &&
    text[text.length - 1 - end] === next[next.length - 1 - end]
  )
    end++;
  const from = placeOf(text, start);
  const to = placeOf(text, text.length - end);
  return {
    title,
    edits: [
      {
        file,
        ...from,
        endLine: to.line,
        endColumn: to.column,
        text: next.slice(start, next.length - end),
      },
    ],
  };
}
