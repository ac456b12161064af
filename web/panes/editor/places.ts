import { declaredNames, parse } from '../../../shared/template/parse.ts';
import { positions } from '../../../shared/template/report.ts';
import type { JsonSchema } from '../../../shared/tool/json.ts';
import type { Problem } from '../../../shared/tool/problem/problem.ts';
import type { AuthoredTool } from '../../../shared/tool/toolset.ts';
import type { Placeholder } from '../../monaco/code-editor.ts';

/** The tool whose function holds a line of a file; the innermost where functions lie in each other. */
export const toolAt = (
  tools: readonly AuthoredTool[],
  file: string,
  line: number,
): AuthoredTool | undefined =>
  tools
    .filter(({ code }) => code.file === file && code.lines !== undefined)
    .filter(({ code: { lines } }) => lines && lines.from <= line && line <= lines.to)
    .sort((a, b) => (b.code.lines?.from ?? 0) - (a.code.lines?.from ?? 0))[0];

/** The errors and warnings that stand in the lines of one tool's function. */
export const problemsWithin = (
  problems: readonly Problem[],
  { code: { file, lines } }: AuthoredTool,
): Problem[] =>
  problems.filter(
    (problem) =>
      problem.file === file &&
      problem.severity !== 'info' &&
      lines !== undefined &&
      lines.from <= problem.line &&
      problem.line <= lines.to,
  );

/** A place in a file of the open folder; line and column from 1, columns in code points. */
interface FilePlace {
  file: string;
  line: number;
  column: number;
}

/**
 * The first problem after a place, in the order of the files; after the last one, and without a place, the
 * first. One of a file that is not there has no place to go to, so it comes only where it is all there is.
 */
export const problemAfter = (
  problems: readonly Problem[],
  files: readonly string[],
  place: FilePlace | undefined,
): Problem | undefined => {
  const compare = (a: FilePlace, b: FilePlace): number =>
    files.indexOf(a.file) - files.indexOf(b.file) || a.line - b.line || a.column - b.column;
  const there = problems.filter(({ file }) => files.includes(file)).sort(compare);
  return there.find((problem) => place && compare(problem, place) > 0) ?? there[0] ?? problems[0];
};

/** Where a template holds the places of its parameters. */
export const placeholders = (source: string, parameters: JsonSchema): Placeholder[] => {
  const place = positions(source);
  return parse(source, declaredNames(parameters)).flatMap((part) => {
    if (part.kind !== 'placeholder') return [];
    const { line, column } = place(part.start);
    return [{ line, column, endColumn: column + part.end - part.start }];
  });
};
