import type { Reason } from '../tool/problem/reason.ts';
import { because, type ReasonCode } from './because.ts';

/** allow: proven to read, inside the workspace. ask: a person decides. deny: forbidden, whoever asks. */
export type Decision = 'allow' | 'ask' | 'deny';

/** What one rule found: `rule` names it, `reason` says what the part does, or why it is asked for. */
export interface Finding {
  decision: Decision;
  rule: string;
  reason: Reason;
}

/** One part of a command line with its verdict. */
export interface Segment extends Finding {
  text: string;
}

const order: Decision[] = ['allow', 'ask', 'deny'];

/** The strictest part decides. */
export const strictest = (decisions: Iterable<Decision>): Decision => {
  let worst = 0;
  for (const decision of decisions) worst = Math.max(worst, order.indexOf(decision));
  return order[worst] ?? 'deny';
};

const finding =
  (decision: Decision) =>
  (rule: string, why: ReasonCode | Reason, values?: Reason['values']): Finding => ({
    decision,
    rule,
    reason: typeof why === 'string' ? because(why, values) : why,
  });

export const ask = finding('ask');
export const allow = finding('allow');
export const deny = finding('deny');
