import type { Reason } from '../tool/problem/reason.ts';
import type { Written } from './writes/written.ts';
import { strictest, type Decision, type Segment } from './decision.ts';

export interface Verdict {
  decision: Decision;
  /** The reasons, strictest first, each once and with its rule. */
  reasons: Reason[];
  segments: Segment[];
  /** The pattern that a lasting approval may cover, such as `npm test *`; only for plain commands. */
  pattern?: string;
  /**
   * False if the command writes a file that later decides which programs run: its approval covers this call
   * only.
   */
  remember?: false;
  /** Every path that the command writes; absent if unknown or if there are none. */
  written?: Written[];
}

const objecting: Decision[] = ['deny', 'ask'];

/** Combines segments into a verdict: the strictest decides. */
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
