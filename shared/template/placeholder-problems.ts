import type { JsonSchema } from '../tool/json.ts';
import type { Problem } from '../tool/problem.ts';
import type { Hints } from './hints.ts';
import type { Placeholder } from './part.ts';
import type { Report } from './report.ts';

/** What an author should know of placeholders that are read well. */
export function placeholderProblems(
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
      const fix = { title: `Leave {${name}} to the f-string`, edits };
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
      const message = `The text of "${name}" becomes code here; put quotes around {${name}}`;
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
  if (typeof properties !== 'object' || properties === null || Array.isArray(properties)) {
    return false;
  }
  const schema = properties[name];
  return (
    typeof schema === 'object' &&
    schema !== null &&
    !Array.isArray(schema) &&
    schema['type'] === 'string'
  );
}
