import { lineDiff } from '../history/side-by-side.ts';

/** A stretch of lines that differs, with lines around it. */
export interface Hunk {
  /** Its place among the hunks of its file, from 0. */
  index: number;
  removed: string[];
  added: string[];
  /** Lines that both texts have, before and after it. */
  before: string[];
  after: string[];
  /** The line of its first removed and first added line, from 1. */
  at: number;
  newAt: number;
}

const CONTEXT = 3;

type Stretch = { same: string[] } | { removed: string[]; added: string[] };

/** Equal and differing stretches by turns. */
function stretches(left: string, right: string): Stretch[] {
  const all: Stretch[] = [];
  for (const { kind, lines } of lineDiff(left, right)) {
    const last = all.at(-1);
    if (kind === 'same') all.push({ same: lines });
    else if (last && 'removed' in last) last[kind] = [...last[kind], ...lines];
    else all.push({ removed: [], added: [], [kind]: lines });
  }
  return all;
}

/** What differs between a file as it is and as it is proposed. */
export function hunksOf(left: string, right: string): Hunk[] {
  const hunks: Hunk[] = [];
  const all = stretches(left, right);
  let at = 1;
  let newAt = 1;
  all.forEach((one, place) => {
    if ('same' in one) {
      at += one.same.length;
      newAt += one.same.length;
      return;
    }
    const near = (step: number): string[] => {
      const beside = all[place + step];
      return beside && 'same' in beside ? beside.same : [];
    };
    hunks.push({
      ...{ index: hunks.length, removed: one.removed, added: one.added, at, newAt },
      before: near(-1).slice(-CONTEXT),
      after: near(1).slice(0, CONTEXT),
    });
    at += one.removed.length;
    newAt += one.added.length;
  });
  return hunks;
}

/** A file that goes, as one hunk. */
export const wholeHunk = (text: string): Hunk => ({
  ...{ index: 0, at: 1, newAt: 1, added: [], before: [], after: [] },
  removed: text.replace(/\n$/, '').split('\n'),
});

/** The file with those hunks that are taken; all others stay as they are. */
export function withHunks(
  left: string,
  right: string,
  isTaken: (index: number) => boolean,
): string {
  let index = 0;
  const lines = stretches(left, right).flatMap((one) => {
    if ('same' in one) return one.same;
    const { removed, added } = one;
    return isTaken(index++) ? added : removed;
  });
  return lines.join('\n');
}
