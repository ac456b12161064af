import type { Problem } from '../../shared/tool/problem.ts';
import { fillWording } from './fill-wording.ts';
import { issueSentence } from './issue-sentence.ts';
import { problemWordings } from './problem-wordings.ts';

/** The wording of a problem by its code; undefined when there is none or its values do not fill it. */
export const wording = (problem: Problem, part: 'message' | 'fix'): string | undefined =>
  fillWording(problemWordings.current?.[problem.code]?.[part], worded(problem.values));

/** A reason within a problem is a sentence of its own. */
const worded = (values: Problem['values']): Problem['values'] =>
  typeof values?.reason === 'string' ? { ...values, reason: issueSentence(values.reason) } : values;
