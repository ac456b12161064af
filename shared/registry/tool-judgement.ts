import type { Judgement } from './invoke-parts.ts';

/** What a tool of the registry says of one call, beside what a classifier would. */
export interface ToolJudgement extends Judgement {
  /** The exact final text that the person is shown; the tool's signature of the call otherwise. */
  text?: string;
  /** The rule that covers calls like this one; it knows the real paths, which the arguments do not. */
  rule?: string;
  /** Whether a policy of `auto`, which the person chose, spares the question. */
  waivable?: boolean;
}
