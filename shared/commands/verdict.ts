import type { Reason } from '../tool/problem/reason.ts';
import type { Written } from './writes/written.ts';
import { strictest, type Decision, type Segment } from './decision.ts';

export interface Verdict {
  decision: Decision;
  /** Why, strictest first, each once and with its rule. */
  reasons: Reason[];
  segments: Segment[];
  /** What an answer for longer than once may cover, such as `npm test *`; absent for all but plain commands. */
  pattern?: string;
  /** False where a permission must hold for this once: it writes what decides about programs later. */
  remember?: false;
  /** Every path that it writes; absent where that cannot be told, or where it writes none. */
  written?: Written[];
}

const objecting: Decision[] = ['deny', 'ask'];

/** The strictest part decides. */
export const verdictOf = (segments: Segment[]): Verdict => {
  const reasons = new Map<string, Reason>();
  for (const level of objecting)
    for (const { decision, rule, reason } of segments) {
      if (decision !== level) continue;
      const key = `${rule}: ${reason.message}`;
      if (!reasons.has(key)) reasons.set(key, { ...reason, rule });
    }
  return {
    decision: strictest(segments.map(({ decision }) => decision)),
    reasons: [...reasons.values()],
    segments,
    ...(segments.some(({ rule }) => rule === 'lasting') ? { remember: false as const } : {}),
  };
};
