import type { Reason } from '../tool/problem/reason.ts';
import { because, type ReasonCode } from './because.ts';

/**
 * `allow`: proven to only read inside the workspace. `ask`: needs approval. `deny`: forbidden, whoever asks.
 */
export type Decision = 'allow' | 'ask' | 'deny';

/**
 * The finding of one rule. `rule` is its name; `reason` says what the part does, or why it needs approval.
 */
export interface Finding {
  decision: Decision;
  rule: string;
  reason: Reason;
}

/** A part of a command line and its decision. */
export interface Segment extends Finding {
  text: string;
}

const order: Decision[] = ['allow', 'ask', 'deny'];

/** Returns the strictest decision; `allow` if there is none. */
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

/** Makes a segment of a text, of which it shows the first 400 characters. */
export const segment = (
  text: string,
  decision: Decision,
  rule: string,
  why: ReasonCode | Reason,
  values?: Reason['values'],
): Segment => ({ text: text.slice(0, 400), ...finding(decision)(rule, why, values) });
