import type { Problem } from '../../shared/tool/problem.ts';

/** Problems for a person: one a line, in the form that terminals and editors link. */
export function problemLines(problems: Problem[]): string {
  return problems
    .map(({ file, line, column, severity, message }) => {
      const where = file === '' ? '' : `${file}:${line}:${column}: `;
      return `${where}${severity}: ${message}`;
    })
    .join('\n');
}
