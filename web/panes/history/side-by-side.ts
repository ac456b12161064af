import { lineDiff } from './line-diff.ts';

/** A row of two texts beside each other; undefined where a side has nothing there. */
export type DiffRow =
  | { kind: 'same' | 'changed'; left: string | undefined; right: string | undefined }
  /** Equal lines that are folded away. */
  | { kind: 'skipped'; count: number };

const CONTEXT = 3;

/** Two texts as rows, changed lines against each other, long equal stretches folded. */
export function sideBySide(left: string, right: string): DiffRow[] {
  const rows: DiffRow[] = [];
  const parts = lineDiff(left, right);
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
