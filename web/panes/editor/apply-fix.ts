import { editsOf } from '../../../shared/formats/fix-edits.ts';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Edit, Fix } from '../../../shared/tool/problem/problem.ts';

/** The UTF-16 offset of a place; lines and columns from 1, columns in code points. */
const offset = (text: string, line: number, column: number): number => {
  let at = 0;
  for (let n = 1; n < line; n++) {
    const end = text.indexOf('\n', at);
    if (end === -1) return text.length;
    at = end + 1;
  }
  for (let n = 1; n < column && at < text.length && text[at] !== '\n'; n++) {
    at += String.fromCodePoint(text.codePointAt(at) ?? 0).length;
  }
  return at;
};

const applied = (text: string, edits: readonly Edit[]): string =>
  edits
    .map((edit) => ({
      from: offset(text, edit.line, edit.column),
      to: offset(text, edit.endLine, edit.endColumn),
      text: edit.text,
    }))
    // From the end, so that the places of the others hold.
    .sort((a, b) => b.from - a.from || b.to - a.to)
    .reduce((made, edit) => made.slice(0, edit.from) + edit.text + made.slice(edit.to), text);

/** The files after a quick fix. A file that the fix edits and that is not there is made. */
export const applyFix = (files: Folder, fix: Fix): Folder => {
  const made = { ...files };
  const edits = editsOf(fix, files);
  for (const path of new Set(edits.map(({ file }) => file))) {
    const content = made[path] ?? '';
    if (typeof content !== 'string') continue;
    made[path] = applied(
      content,
      edits.filter(({ file }) => file === path),
    );
  }
  return made;
};
