import type { JsonSchema } from '../tool/json.ts';
import type { Problem } from '../tool/problem.ts';
import { braceProblem } from './brace-problem.ts';
import { declaredNames } from './declared-names.ts';
import type { Hints } from './hints.ts';
import type { Placeholder } from './part.ts';
import { parse } from './parse.ts';
import { placeholderProblems } from './placeholder-problems.ts';
import { report } from './report.ts';

/** What is wrong with a template's braces and placeholders, in the order of the file. */
export function templateProblems(
  source: string,
  file: string,
  parameters: JsonSchema,
  hints: Hints = {},
): Problem[] {
  const declared = declaredNames(parameters);
  const parts = parse(source, declared);
  const at = report(source, file);
  const placeholders = parts.filter((part): part is Placeholder => part.kind === 'placeholder');
  const bad = parts.flatMap((part) =>
    part.kind === 'bad' ? [braceProblem(part, declared ?? new Set(), hints, at)] : [],
  );
  const used = new Set(parts.map((part) => ('name' in part ? part.name : undefined)));
  const { required } = parameters;
  const needed = new Set(Array.isArray(required) ? required : []);
  const whole = [...(declared ?? [])].flatMap((name): Problem[] => {
    // Braces that cannot be read may hold it; they are a problem of their own.
    if (!used.has(name) && !source.includes(`{${name}}`)) {
      const message = `Parameter "${name}" is never used; write {${name}} where its value belongs`;
      return [
        at.problem(0, 0, {
          severity: 'info',
          code: 'unused-parameter',
          message,
          values: { name },
        }),
      ];
    }
    const first = placeholders.find((part) => part.name === name);
    if (hints.mode !== 'raw' || needed.has(name) || first === undefined) return [];
    const message = `str.format knows no default: a call without "${name}" fails; make it required`;
    return [
      at.problem(first.start, first.end, {
        severity: 'warning',
        code: 'optional-in-raw',
        message,
        values: { name },
      }),
    ];
  });
  return [...bad, ...placeholderProblems(placeholders, parameters, hints, at), ...whole].sort(
    (one, two) => one.line - two.line || one.column - two.column,
  );
}
