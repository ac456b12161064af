import type { Judgement } from '../../../shared/registry/approval/judgement.ts';
import type { Doing as AnyDoing } from '../../../shared/registry/tool.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { reasonsJson } from '../../../shared/tool/problem/reason.ts';
import { unrun } from '../../../shared/tool/run/ending.ts';
import { failed } from './failed.ts';
import type { Reason } from '../../../shared/tool/problem/reason.ts';

export type Doing = Pick<AnyDoing, 'tell' | 'signal'> & Partial<Pick<AnyDoing, 'asker' | 'exec'>>;

/** `ending` is set if a program ran. */
export interface Done {
  result: ToolResult;
  ending?: Ending;
}

/** A checked call that did not start. `perform` works on what was checked, or refuses. */
export type Plan =
  | { kind: 'ready'; judgement: Judgement; perform(doing: Doing): Promise<Done> }
  /** A call that nobody can allow. */
  | { kind: 'ended'; result: ToolResult; ending?: Ending };

/** Returns the plan of a call that nobody can allow. */
export const never = (why: Reason): Plan => {
  const { message: reason } = why;
  const llm = `${reason}. Do not try the same in another form; ask the user what to do instead.`;
  return {
    kind: 'ended',
    ...refusedFor([why], failed('permission_error', reason, llm, '❌ 未获允许')),
  };
};

/** Returns a refusal with the codes of its reasons, which a page translates below the shown text. */
export const refusedFor = (because: Reason[], result: ToolResult): Required<Done> => ({
  ending: unrun({ kind: 'denied', reason: result.error?.message ?? '', because }),
  result: { ...result, metadata: { ...result.metadata, reasons: reasonsJson(because) } },
});

/** Returns the judgement of a call that is allowed unless there are reasons to ask. */
export const judgement = (
  text: string,
  reasons: Reason[],
  more: Pick<Judgement, 'rule' | 'waivable'> = {},
): Judgement => ({
  decision: reasons.length === 0 ? 'allow' : 'ask',
  reasons,
  segments: [],
  text,
  ...more,
});
