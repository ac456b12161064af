/** A stretch of lines that both sides have, or one side alone. */
export interface DiffPart {
  kind: 'same' | 'removed' | 'added';
  lines: string[];
}

/** Steps that the search may take before it settles for "all of it differs". */
const MAX_EDITS = 1000;

/**
 * What makes one text of another, line by line, with few changes (E. W. Myers, "An O(ND) Difference
 * Algorithm", 1986). Texts that differ in more than about 1000 lines count as different throughout.
 */
export function lineDiff(left: string, right: string): DiffPart[] {
  const a = left === '' ? [] : left.split('\n');
  const b = right === '' ? [] : right.split('\n');
  let head = 0;
  while (head < a.length && head < b.length && a[head] === b[head]) head++;
  let tail = 0;
  while (
    tail < a.length - head &&
    tail < b.length - head &&
    a[a.length - 1 - tail] === b[b.length - 1 - tail]
  )
    tail++;
  const parts: DiffPart[] = [];
  push(parts, 'same', a.slice(0, head));
  for (const part of middle(a.slice(head, a.length - tail), b.slice(head, b.length - tail)))
    push(parts, part.kind, part.lines);
  push(parts, 'same', a.slice(a.length - tail));
  return parts;
}

function push(parts: DiffPart[], kind: DiffPart['kind'], lines: string[]): void {
  if (lines.length === 0) return;
  const last = parts.at(-1);
  if (last?.kind === kind) last.lines.push(...lines);
  else parts.push({ kind, lines: [...lines] });
}

function middle(a: string[], b: string[]): DiffPart[] {
  const trail = search(a, b);
  if (!trail) {
    return [
      { kind: 'removed', lines: a },
      { kind: 'added', lines: b },
    ];
  }
  const steps: DiffPart[] = [];
  let [x, y] = [a.length, b.length];
  for (let d = trail.length - 1; d >= 0; d--) {
    const reach = trail[d] ?? new Map<number, number>();
    const k = x - y;
    const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
    const fromK = down ? k + 1 : k - 1;
    const fromX = d === 0 ? 0 : (reach.get(fromK) ?? 0);
    const fromY = d === 0 ? 0 : fromX - fromK;
    while (x > fromX && y > fromY) {
      steps.push({ kind: 'same', lines: [a[x - 1] ?? ''] });
      x--;
      y--;
    }
    if (d === 0) break;
    if (down) steps.push({ kind: 'added', lines: [b[y - 1] ?? ''] });
    else steps.push({ kind: 'removed', lines: [a[x - 1] ?? ''] });
    [x, y] = [fromX, fromY];
  }
  return steps.reverse();
}

/** The furthest reaching paths before each edit, by diagonal; undefined where there are too many edits. */
function search(a: string[], b: string[]): Map<number, number>[] | undefined {
  const trail: Map<number, number>[] = [];
  const reach = new Map<number, number>([[1, 0]]);
  for (let d = 0; d <= Math.min(MAX_EDITS, a.length + b.length); d++) {
    trail.push(new Map(reach));
    for (let k = -d; k <= d; k += 2) {
      const down = k === -d || (k !== d && (reach.get(k - 1) ?? -1) < (reach.get(k + 1) ?? -1));
      let x = down ? (reach.get(k + 1) ?? 0) : (reach.get(k - 1) ?? 0) + 1;
      let y = x - k;
      while (x < a.length && y < b.length && a[x] === b[y]) {
        x++;
        y++;
      }
      reach.set(k, x);
      if (x >= a.length && y >= b.length) return trail;
    }
  }
  return undefined;
}
