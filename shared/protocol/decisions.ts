import { z } from 'zod';
import { Arguments } from '../tool/json.ts';
import { Reason } from '../tool/reason.ts';

/** What the person decided for longer than once, and what it covers. Deny wins over allow. */
export const KeptDecision = z.object({
  id: z.string(),
  answer: z.enum(['allow', 'deny']),
  /** `session` ends with the runner. */
  scope: z.enum(['session', 'always']),
  /** `exact`: this text of this state of the tool with these arguments. `rule`: every call of the rule. */
  covers: z.enum(['exact', 'rule']),
  about: z.enum(['execution', 'result']),
  tool: z.string(),
  /** Such as `Edit:/src/*`. */
  rule: z.string().optional(),
  /** The head of what was shown when it was decided. */
  text: z.string(),
  arguments: Arguments.optional(),
  /** Why it was asked. */
  reasons: z.array(Reason),
  /** Milliseconds since 1970. */
  decidedAt: z.number(),
});
export type KeptDecision = z.infer<typeof KeptDecision>;

/** One answer of the past, whoever or whatever gave it. */
export const PastDecision = z.object({
  at: z.number(),
  runId: z.string(),
  tool: z.string(),
  about: z.enum(['execution', 'result']),
  text: z.string(),
  answer: z.enum(['allow', 'deny']),
  /** How long it holds; or `remembered`, `absent`, `expired`, `cancelled`, `confirmed`, `unasked` where nobody was asked or answered. */
  scope: z.string(),
  why: z.string(),
});
export type PastDecision = z.infer<typeof PastDecision>;

/** `GET /api/decisions`, from the page alone: both newest first. */
export const DecisionList = z.object({
  kept: z.array(KeptDecision),
  past: z.array(PastDecision),
});
export type DecisionList = z.infer<typeof DecisionList>;
