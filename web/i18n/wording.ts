import type { Problem } from '../../shared/tool/problem.ts';
import { fillWording } from './fill-wording.ts';
import { problemWordings } from './problem-wordings.ts';

/** The wording of a problem by its code; undefined when there is none or its values do not fill it. */
export const wording = (problem: Problem, part: 'message' | 'fix'): string | undefined =>
  fillWording(problemWordings.current?.[problem.code]?.[part], problem.values);
