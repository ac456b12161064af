import type { Edit, Fix, Problem, Severity } from '../tool/problem.ts';
import { positions } from './positions.ts';

export interface Finding {
  severity: Severity;
  code: string;
  message: string;
  values?: Record<string, string | number>;
  fix?: Fix;
}

export interface Report {
  /** A problem of the stretch between two offsets in code points. */
  problem(start: number, end: number, finding: Finding): Problem;
  edit(start: number, end: number, text: string): Edit;
}

/** Makes problems and edits of one file from offsets. */
export function report(source: string, file: string): Report {
  const position = positions(source);
  const span = (start: number, end: number) => {
    const last = position(end);
    return { file, ...position(start), endLine: last.line, endColumn: last.column };
  };
  return {
    problem: (start, end, finding) => ({ ...finding, ...span(start, end) }),
    edit: (start, end, text) => ({ ...span(start, end), text }),
  };
}
