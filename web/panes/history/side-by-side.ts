import { diffArrays } from 'diff';

/** A row of two texts beside each other; undefined where a side has nothing there. */
export type DiffRow =
  | { kind: 'same' | 'changed'; left: string | undefined; right: string | undefined }
  /** Equal lines that are folded away. */
  | { kind: 'skipped'; count: number };

const CONTEXT = 3;

/** Two texts as rows, changed lines against each other, long equal stretches folded. */
export function sideBySide(left: string, right: string): DiffRow[] {
  const rows: DiffRow[] = [];
  // An end of line that both have at their end begins no line.
  const isEnded = [left, right].every((text) => text.length > 1 && text.endsWith('\n'));
  const parts = isEnded ? lineDiff(left.slice(0, -1), right.slice(0, -1)) : lineDiff(left, right);
  for (let at = 0; at < parts.length; at++) {
    const part = parts[at];
    if (!part) continue;
    if (part.kind === 'same') {
      rows.push(...folded(part.lines, at > 0, at < parts.length - 1));
      continue;
    }
    const next = parts[at + 1];
    const paired = next && next.kind !== 'same' ? next : undefined;
    if (paired) at++;
    const removed = part.kind === 'removed' ? part.lines : (paired?.lines ?? []);
    const added = part.kind === 'added' ? part.lines : (paired?.lines ?? []);
    for (let line = 0; line < Math.max(removed.length, added.length); line++)
      rows.push({ kind: 'changed', left: removed[line], right: added[line] });
  }
  return rows;
}

function folded(lines: string[], before: boolean, after: boolean): DiffRow[] {
  const show = (some: string[]): DiffRow[] =>
    some.map((line) => ({ kind: 'same', left: line, right: line }));
  const head = before ? CONTEXT : 0;
  const tail = after ? CONTEXT : 0;
  const hidden = lines.length - head - tail;
  if (hidden < 4 || (!before && !after)) return show(lines);
  return [
    ...show(lines.slice(0, head)),
    { kind: 'skipped', count: hidden },
    ...show(lines.slice(lines.length - tail)),
  ];
}

/** A stretch of lines that both sides have, or one side alone. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  lines: string[];
}

/** Changed lines up to which the shortest way from one text to the other is looked for. */
const MAX_EDITS = 1000;

/** What makes one text of another, line by line, with as few changes as there can be. */
export function lineDiff(left: string, right: string): DiffPart[] {
  const a = left === '' ? [] : left.split('\n');
  const b = right === '' ? [] : right.split('\n');
  const parts = diffArrays(a, b, { maxEditLength: MAX_EDITS });
  if (!parts) return wholeDiff(a, b);
  return parts
    .filter(({ value }) => value.length > 0)
    .map(({ added, removed, value }) => ({
      kind: added ? 'added' : removed ? 'removed' : 'same',
      lines: value,
    }));
}

/** Of texts that differ in more lines: what they begin and end with alike, and all between as changed. */
function wholeDiff(a: string[], b: string[]): DiffPart[] {
  const least = Math.min(a.length, b.length);
  let head = 0;
  while (head < least && a[head] === b[head]) head++;
  let tail = 0;
  while (tail < least - head && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const parts: DiffPart[] = [
    { kind: 'same', lines: a.slice(0, head) },
    { kind: 'removed', lines: a.slice(head, a.length - tail) },
    { kind: 'added', lines: b.slice(head, b.length - tail) },
    { kind: 'same', lines: a.slice(a.length - tail) },
  ];
  return parts.filter(({ lines }) => lines.length > 0);
}
