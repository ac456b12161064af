import type { Problem } from '../../../shared/tool/problem.ts';
import type { AuthoredTool } from '../../../shared/tool/toolset.ts';

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
