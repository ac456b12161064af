import type { ToolJudgement } from '../../../shared/registry/tool-judgement.ts';

/** The judgement of a call that runs unless there are reasons to ask. */
export const judgement = (
  text: string,
  reasons: string[],
  more: Pick<ToolJudgement, 'rule' | 'waivable'> = {},
): ToolJudgement => ({
  decision: reasons.length === 0 ? 'allow' : 'ask',
  reasons,
  segments: [],
  text,
  ...more,
});
