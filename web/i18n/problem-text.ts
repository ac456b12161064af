import type { Problem } from '../../shared/tool/problem.ts';
import { wording } from './wording.ts';

/** A problem in the reader's language; in English where it is not worded in that language. */
export const problemText = (problem: Problem): string =>
  wording(problem, 'message') ?? problem.message;
