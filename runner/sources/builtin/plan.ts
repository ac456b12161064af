import type { ToolJudgement } from '../../../shared/registry/tool-judgement.ts';
import type { Ending } from '../../../shared/tool/ending.ts';
import type { Tell } from '../../../shared/tool/host.ts';
import type { ToolResult } from '../../../shared/tool/result.ts';

export interface Doing {
  tell: Tell;
  signal: AbortSignal;
}

/** `ending` is there where a program ran. */
export interface Done {
  result: ToolResult;
  ending?: Ending;
}

/** One call, looked at and not begun. What was looked at is what `perform` works on, or it refuses. */
export type Plan =
  | { kind: 'may'; judgement: ToolJudgement; perform(doing: Doing): Promise<Done> }
  /** Nobody can allow it. */
  | { kind: 'never'; result: ToolResult };
