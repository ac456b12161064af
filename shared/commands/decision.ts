/** allow: proven to read, inside the workspace. ask: a person decides. deny: forbidden, whoever asks. */
export type Decision = 'allow' | 'ask' | 'deny';

/** What one rule found: `rule` names it, `reason` says why. */
export interface Finding {
  decision: Decision;
  rule: string;
  reason: string;
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

export const ask = (rule: string, reason: string): Finding => ({ decision: 'ask', rule, reason });
export const allow = (rule: string, reason: string): Finding => ({
  decision: 'allow',
  rule,
  reason,
});
export const deny = (rule: string, reason: string): Finding => ({ decision: 'deny', rule, reason });
