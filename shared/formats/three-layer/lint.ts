import { ruleFault, type RuleFault } from '../../returns/rule-faults.ts';
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
import type { Problem, Severity } from '../../tool/problem/problem.ts';
import type { ProblemCode } from '../../tool/problem/problem-codes.ts';

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const oneOf = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** The problem of an invalid value: its code and the effect in words. */
interface Otherwise {
  code: ProblemCode;
  message: string;
}
const ignored: Otherwise = { code: 'ignored-field', message: 'it is ignored' };
const asked: Otherwise = {
  code: 'unclear-policies',
  message: 'until it is, every call needs approval',
};

/** The valid values of each field, apart from those that the lint of definitions checks. */
const rules: {
  field: string;
  fits(value: unknown): boolean;
  wanted: string;
  otherwise?: Otherwise;
}[] = [
  {
    field: 'kind',
    fits: (value) => ToolKind.safeParse(value).success,
    wanted: `one of ${oneOf(ToolKind.options)}`,
  },
  {
    field: 'policies',
    fits: (value) => Policies.safeParse(value).success,
    wanted: `an object: "execution" is one of ${oneOf(ExecutionPolicy.options)}, "result" one of ${oneOf(ResultPolicy.options)}`,
    otherwise: asked,
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

/** Returns the problems of fields of definition.json that are ignored: a wrong value, or a duplicate name. */
export function lintIgnored(definition: JsonObject, text: string, file: string): Problem[] {
  const problems = rules
    .filter(({ field, fits }) => Object.hasOwn(definition, field) && !fits(definition[field]))
    .map(({ field, wanted, otherwise = ignored }): Problem => ({
      severity: 'warning',
      code: otherwise.code,
      message: `"${field}" must be ${wanted}; ${otherwise.message}`,
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

/** Values for trying a template: its faults do not depend on them. */
const values = { output: '', stderr: '', return_code: 0, tool_id: '' };

/**
 * Returns the problems of return rules: those that will be ignored and why, and a missing limit for the
 * output.
 */
export function lintReturn(rules: JsonObject, text: string): Problem[] {
  const report = (
    severity: Severity,
    code: ProblemCode,
    key: string,
    message: string,
    why?: RuleFault,
  ): Problem => ({
    severity,
    code,
    message,
    values: { field: key, ...(why && { reason: why.message }) },
    ...(why && { reason: why.phrase }),
    file: 'return.json',
    ...positionOf(text, [key]),
  });
  const problems: Problem[] = [];
  const limit = truncateLimit(rules.truncate);
  if (limit === undefined) {
    const message = 'No "truncate"; add one, such as 2000, so that output stays short';
    problems.push(report('info', 'no-truncate', 'truncate', message));
  } else if ('ignored' in limit) {
    const said = `${limit.ignored.message}; it is ignored`;
    problems.push(report('warning', 'bad-truncate', 'truncate', said, limit.ignored));
  }
  const wrong = templateFault(rules.template);
  if (wrong) {
    const said = `${wrong.message}; the template is ignored`;
    problems.push(report('warning', 'bad-return-template', 'template', said, wrong));
  }
  return problems;
}

function templateFault(rule: JsonObject[string] | undefined): RuleFault | undefined {
  if (rule === undefined || rule === null) return undefined;
  if (typeof rule !== 'string') return ruleFault('rule-template-no-string');
  const filled = template(rule, values);
  return filled.ok ? undefined : filled.reason;
}
