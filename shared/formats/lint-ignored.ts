import { parseJson } from '../schema/parse-json.ts';
import { positionOf } from '../schema/json-positions.ts';
import { ExecutionPolicy, Policies, ResultPolicy, ToolKind } from '../tool/definition.ts';
import type { JsonObject } from '../tool/json.ts';
import type { Problem } from '../tool/problem.ts';

const isTexts = (value: unknown) =>
  Array.isArray(value) && value.every((item) => typeof item === 'string');
const oneOf = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** What each field may hold, beside those that the lint of definitions knows. */
const rules: { field: string; fits(value: unknown): boolean; wanted: string }[] = [
  {
    field: 'kind',
    fits: (value) => ToolKind.safeParse(value).success,
    wanted: `one of ${oneOf(ToolKind.options)}`,
  },
  {
    field: 'policies',
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
  { field: 'packages', fits: isTexts, wanted: 'a list of file names of wheels' },
];

/** Fields of definition.json that are ignored as they stand: a wrong value, or a name given twice. */
export function lintIgnored(definition: JsonObject, text: string, file: string): Problem[] {
  const problems = rules
    .filter(({ field, fits }) => Object.hasOwn(definition, field) && !fits(definition[field]))
    .map(({ field, wanted }): Problem => ({
      severity: 'warning',
      code: 'ignored-field',
      message: `"${field}" must be ${wanted}; it is ignored`,
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
      message: `"${name}" stands here a second time; this one counts, remove the other`,
      values: { name },
      file,
      line,
      column,
    })),
  ];
}
