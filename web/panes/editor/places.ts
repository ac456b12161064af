import { declaredNames, parse } from '../../../shared/template/parse.ts';
import { positions } from '../../../shared/template/report.ts';
import type { JsonSchema } from '../../../shared/tool/json.ts';
import type { Problem } from '../../../shared/tool/problem.ts';
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

/** Where a template holds the places of its parameters. */
export const placeholders = (source: string, parameters: JsonSchema): Placeholder[] => {
  const place = positions(source);
  return parse(source, declaredNames(parameters)).flatMap((part) => {
    if (part.kind !== 'placeholder') return [];
    const { line, column } = place(part.start);
    return [{ line, column, endColumn: column + part.end - part.start }];
  });
};
