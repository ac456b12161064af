import { applyEdits, modify, type JSONPath } from 'jsonc-parser';
import type { Json } from '../../tool/json.ts';
import type { Fix } from '../../tool/problem.ts';
import { placeOf } from '../place-of.ts';

export type Change = { path: JSONPath; value: Json | undefined };

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
