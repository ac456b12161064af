import type { Problem } from '../../shared/tool/problem.ts';
import { wording } from './wording.ts';

/** What a problem's quick fix does, in the reader's language where it is worded there. */
export const fixText = (problem: Problem): string =>
  wording(problem, 'fix') ?? problem.fix?.title ?? '';
