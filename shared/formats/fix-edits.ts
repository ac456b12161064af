import { placeOf } from '../schema/json/positions.ts';
import type { Folder } from '../tool/folder.ts';
import type { Edit, Fix } from '../tool/problem/problem.ts';
import { removeIn, setIn } from './edit-definition.ts';

/** The edits of a fix. JSON changes of one file become a single edit, because they depend on each other. */
export function editsOf({ edits, changes = [] }: Fix, files: Folder): Edit[] {
  const texts = new Map<string, string>();
  for (const { file, path, value } of changes) {
    const text = texts.get(file) ?? files[file];
    if (typeof text !== 'string') continue;
    texts.set(file, value === undefined ? removeIn(text, path) : setIn(text, path, value));
  }
  return [
    ...edits,
    ...[...texts].map(([file, next]) => difference(file, String(files[file]), next)),
  ];
}

/** The single edit that turns a text into the next one. */
function difference(file: string, text: string, next: string): Edit {
  let start = 0;
  while (start < text.length && text[start] === next[start]) start++;
  let end = 0;
  while (
    end < text.length - start &&
    end < next.length - start &&
    text[text.length - 1 - end] === next[next.length - 1 - end]
  )
    end++;
  const to = placeOf(text, text.length - end);
  return {
    file,
    ...placeOf(text, start),
    endLine: to.line,
    endColumn: to.column,
    text: next.slice(start, next.length - end),
  };
}
