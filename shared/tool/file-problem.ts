import type { Problem, Severity } from './problem.ts';

/** A problem of a whole file, told at the file's beginning. */
export const fileProblem = (
  severity: Severity,
  code: string,
  file: string,
  message: string,
  values: Problem['values'] = { file },
): Problem => ({ severity, code, message, values, file, line: 1, column: 1 });
