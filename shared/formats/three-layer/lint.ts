import { template } from '../../returns/template.ts';
import { truncateLimit } from '../../returns/truncate.ts';
import { positionOf } from '../../schema/json/positions.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { isObject } from '../../schema/json/values.ts';
import {
  ExecutionPolicy,
  Policies,
  ResultPolicy,
  ToolExample,
  ToolKind,
} from '../../tool/definition.ts';
import type { JsonObject } from '../../tool/json.ts';
import type { Problem, Severity } from '../../tool/problem.ts';

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const oneOf = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** What each field may hold, beside those that the lint of definitions knows. */
const rules: { field: string; fits(value: unknown): boolean; wanted: string; code?: string }[] = [
  {
    field: 'kind',
    fits: (value) => ToolKind.safeParse(value).success,
    wanted: `one of ${oneOf(ToolKind.options)}`,
  },
  {
    field: 'policies',
    code: 'unclear-policies',
    fits: (value) => Policies.safeParse(value).success,
    wanted: `an object: "execution" is one of ${oneOf(ExecutionPolicy.options)}, "result" one of ${oneOf(ResultPolicy.options)}`,
  },
  {
    field: 'template',
    fits: (value) => value === 'raw' || value === 'bound',
    wanted: '"bound" or "raw"',
  },
  { field: 'category', fits: (value) => typeof value === 'string', wanted: 'a text' },
  { field: 'icon', fits: (value) => typeof value === 'string', wanted: 'the name of an SVG file' },
  { field: 'hidden', fits: isTexts, wanted: 'a list of parameter names' },
  { field: 'returns', fits: isObject, wanted: 'a JSON Schema of the answer' },
  ...['autoExecute', 'enabled', 'strict', 'isReadOnly', 'isConcurrencySafe'].map((field) => ({
    ...{ field, wanted: 'true or false' },
    fits: (value: unknown) => typeof value === 'boolean',
  })),
  { field: 'version', fits: (value) => typeof value === 'string', wanted: 'a text' },
  {
    field: 'examples',
    fits: (value) => ToolExample.array().safeParse(value).success,
    wanted: 'a list of objects with "description" and "params"',
  },
  { field: 'packages', fits: isTexts, wanted: 'a list of file names of wheels' },
];

/** Fields of definition.json that are ignored as they stand: a wrong value, or a name given twice. */
export function lintIgnored(definition: JsonObject, text: string, file: string): Problem[] {
  const problems = rules
    .filter(({ field, fits }) => Object.hasOwn(definition, field) && !fits(definition[field]))
    .map(({ field, wanted, code = 'ignored-field' }): Problem => ({
      ...{ severity: 'warning', code },
      message: `"${field}" must be ${wanted}; ${code === 'ignored-field' ? 'it is ignored' : 'until it is, every call needs approval'}`,
      values: { field, wanted },
      file,
      ...positionOf(text, [field]),
    }));
  const parsed = parseJson(text);
  const duplicates = parsed.ok ? parsed.duplicates : [];
  return [
    ...problems,
    ...duplicates.map(({ name, line, column }): Problem => ({
      severity: 'warning',
      code: 'duplicate-key',
      message: `"${name}" appears twice; this one counts, so remove the other`,
      values: { name },
      file,
      line,
      column,
    })),
  ];
}

/** Stands for any run: what a template does wrong shows with whatever values. */
const values = { output: '', stderr: '', return_code: 0, tool_id: '' };

/** Which of the return rules will be ignored and why, and whether the output is cut at all. */
export function lintReturn(rules: JsonObject, text: string): Problem[] {
  const report = (severity: Severity, code: string, key: string, message: string): Problem => ({
    severity,
    code,
    message,
    file: 'return.json',
    ...positionOf(text, [key]),
  });
  const problems: Problem[] = [];
  const limit = truncateLimit(rules.truncate);
  if (limit === undefined) {
    const message = 'No "truncate"; add one, such as 2000, so that output stays short';
    problems.push(report('info', 'no-truncate', 'truncate', message));
  } else if ('ignored' in limit) {
    problems.push(report('warning', 'bad-truncate', 'truncate', `${limit.ignored}; it is ignored`));
  }
  const wrong = templateProblem(rules.template);
  if (wrong) problems.push(report('warning', 'bad-return-template', 'template', wrong));
  return problems;
}

function templateProblem(rule: JsonObject[string] | undefined): string | undefined {
  if (rule === undefined || rule === null) return undefined;
  if (typeof rule !== 'string') return '"template" must be text; it is ignored';
  const filled = template(rule, values);
  return filled.ok ? undefined : `${filled.reason}; the template is ignored`;
}
