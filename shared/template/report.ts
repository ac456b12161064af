import type { Edit, Fix, Problem, Severity } from '../tool/problem/problem.ts';
import type { ProblemCode } from '../tool/problem/problem-codes.ts';

/** The context of a part of a template, in its language. */
export type Place = 'code' | 'string' | 'f-string' | 'bytes' | 'comment';

/** The facts that the problems of a template depend on, besides its braces. */
export interface Hints {
  /** `raw` fills like `str.format`; `bound` is the default. */
  mode?: 'bound' | 'raw';
  /** The context of the part that starts at an offset, if the language was parsed. */
  place?: (offset: number) => Place | undefined;
}

interface Position {
  line: number;
  column: number;
}

export interface Finding {
  severity: Severity;
  code: ProblemCode;
  message: string;
  values?: Record<string, string | number>;
  fix?: Fix;
}

export interface Report {
  /** A problem of the text between two offsets, in code points. */
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

/** Line and column from 1, in code points, of an offset in code points. Lines end like in Python. */
export function positions(source: string): (offset: number) => Position {
  const starts = [0];
  const characters = Array.from(source);
  characters.forEach((character, at) => {
    if (character === '\n' || (character === '\r' && characters[at + 1] !== '\n')) {
      starts.push(at + 1);
    }
  });
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (starts[low] ?? 0) + 1 };
  };
}
