import { z } from 'zod';
import { Arguments } from '../tool/json.ts';
import { Reason } from '../tool/problem/reason.ts';

/** A decision of the person that holds for more than one call, and what it covers. Deny wins over allow. */
export const KeptDecision = z.object({
  id: z.string(),
  answer: z.enum(['allow', 'deny']),
  /** `session` ends with the runner. */
  scope: z.enum(['session', 'always']),
  /**
   * `exact`: this text, with this hash of the tool and these arguments. `rule`: every call that the rule
   * covers.
   */
  covers: z.enum(['exact', 'rule']),
  about: z.enum(['execution', 'result']),
  tool: z.string(),
  /** The rule, such as `Edit:/src/*`. */
  rule: z.string().optional(),
  /** The real path of the only folder in which an approval of the rule covers commands; absent if it covers all. */
  folder: z.string().optional(),
  /** The beginning of the text that was shown. */
  text: z.string(),
  arguments: Arguments.optional(),
  /** Why approval was needed. */
  reasons: z.array(Reason),
  /** Milliseconds since 1970. */
  decidedAt: z.number(),
});
export type KeptDecision = z.infer<typeof KeptDecision>;

/** A past answer to a question, whoever or whatever gave it. */
export const PastDecision = z.object({
  at: z.number(),
  runId: z.string(),
  tool: z.string(),
  about: z.enum(['execution', 'result']),
  text: z.string(),
  answer: z.enum(['allow', 'deny']),
  /**
   * How long it holds; or `remembered`, `absent`, `expired`, `cancelled`, `confirmed`, `unasked` if nobody
   * was asked or nobody answered.
   */
  scope: z.string(),
  why: z.string(),
});
export type PastDecision = z.infer<typeof PastDecision>;

/** `GET /api/decisions`, only from the page. Both lists are newest first. */
export const DecisionList = z.object({
  kept: z.array(KeptDecision),
  past: z.array(PastDecision),
});
export type DecisionList = z.infer<typeof DecisionList>;
