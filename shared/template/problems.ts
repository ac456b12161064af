import { isObject, own } from '../schema/json/values.ts';
import type { JsonSchema } from '../tool/json.ts';
import type { Problem } from '../tool/problem/problem.ts';
import { braceProblem } from './brace-problem.ts';
import { declaredNames, parse } from './parse.ts';
import type { Placeholder } from './parse.ts';
import { report } from './report.ts';
import type { Hints, Report } from './report.ts';

/** The problems of a template's braces and placeholders, in the order of the file. */
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
    // Unreadable braces may contain it; they have their own problem.
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

/** Hints about valid placeholders. */
function placeholderProblems(
  placeholders: readonly Placeholder[],
  parameters: JsonSchema,
  hints: Hints,
  { problem, edit }: Report,
): Problem[] {
  const raw = hints.mode === 'raw';
  const warned = new Set<string>();
  return placeholders.flatMap(({ start, end, name }): Problem[] => {
    const place = hints.place?.(start);
    const values = { name };
    const found: Problem[] = [];
    if (place === 'f-string') {
      const edits = [edit(start, end, `{{${name}}}`)];
      const message =
        `The template fills {${name}} before Python reads this f-string; ` +
        `write {{${name}}} if the variable "${name}" is meant`;
      const fix = { title: `Keep {${name}} for the f-string`, edits };
      found.push(
        problem(start, end, {
          severity: 'info',
          code: 'placeholder-in-f-string',
          message,
          values,
          fix,
        }),
      );
    }
    if (!raw || place === 'comment') return found;
    if (place === 'code' && isString(parameters, name)) {
      const message = `The text of "${name}" would run as code here; put quotes around {${name}}`;
      const fix = { title: 'Quote it', edits: [edit(start, end, `'{${name}}'`)] };
      found.push(
        problem(start, end, { severity: 'info', code: 'unquoted-string', message, values, fix }),
      );
    }
    if (place !== undefined && place !== 'code' && !warned.has(name)) {
      warned.add(name);
      const message =
        `A quote, newline or backslash in "${name}" breaks this string or runs as code; ` +
        'leave "template": "raw" out of definition.json to have it bound';
      found.push(
        problem(start, end, { severity: 'warning', code: 'breakable-string', message, values }),
      );
    }
    return found;
  });
}

function isString(parameters: JsonSchema, name: string): boolean {
  const { properties } = parameters;
  const schema = isObject(properties) ? own(properties, name) : undefined;
  return isObject(schema) && schema['type'] === 'string';
}
