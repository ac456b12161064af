import { strictest, type Decision, type Segment } from './decision.ts';

export interface Verdict {
  decision: Decision;
  /** Why, strictest first, each once. */
  reasons: string[];
  segments: Segment[];
  /** False where a permission must hold for this once: it writes what decides about programs later. */
  remember?: false;
}

const objecting: Decision[] = ['deny', 'ask'];

/** The strictest part decides. */
export const verdictOf = (segments: Segment[]): Verdict => {
  const reasons = objecting.flatMap((level) =>
    segments
      .filter(({ decision }) => decision === level)
      .map(({ rule, reason }) => `${rule}: ${reason}`),
  );
  return {
    decision: strictest(segments.map(({ decision }) => decision)),
    reasons: [...new Set(reasons)],
    segments,
    ...(segments.some(({ rule }) => rule === 'lasting') ? { remember: false as const } : {}),
  };
};
