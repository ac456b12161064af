import type { z } from 'zod';
import { lintParameters } from '../../schema/lint/lint-parameters.ts';
import type { DefinitionFacts, Lint } from '../../schema/lint/lint.ts';
import { jsonFix } from '../../schema/lint/lint.ts';
import { parseJson } from '../../schema/json/parse-json.ts';
import { JsonPositions } from '../../schema/json/positions.ts';
import { pointerTokens } from '../../schema/json/pointer.ts';
import { isObject, tooDeep } from '../../schema/json/values.ts';
import { resolveRef } from '../../schema/resolve-ref.ts';
import { everySchema } from '../../schema/subschemas.ts';
import { Agent } from '../../tool/agent.ts';
import type { JsonObject, JsonSchema } from '../../tool/json.ts';
import type { Problem } from '../../tool/problem/problem.ts';

declare module '../../tool/problem/problem-codes.ts' {
  interface ProblemCodes {
    agent:
      | 'agent-no-name'
      | 'agent-bad-name'
      | 'agent-bad-field'
      | 'agent-unknown-field'
      | 'agent-bad-output'
      | 'agent-unknown-tool'
      | 'agent-no-model';
  }
}

const types = new Set(['string', 'number', 'integer', 'boolean', 'array', 'object', 'null']);

/**
 * Returns the problems of an agent.json. `extra` are its unknown fields, `issues` the invalid values of the
 * others.
 */
export function lintAgent(
  definition: JsonObject,
  extra: readonly string[],
  issues: readonly z.core.$ZodIssue[],
  facts: DefinitionFacts,
): Problem[] {
  const positions = new JsonPositions(facts.text);
  const problems: Problem[] = [];
  const { file, text } = facts;
  const place = (path: (string | number)[], key: boolean) => ({
    file,
    ...positions.of(path, key),
  });
  const report: Lint['report'] = (severity, code, path, message, values = {}, fix, reason) =>
    void problems.push({
      ...{ severity, code, message, values },
      ...{ ...place(path, false), fix },
      ...(reason && { reason }),
    });
  lintFields(definition, facts, report);
  for (const field of extra) {
    const fields = Object.keys(Agent.shape).join(', ');
    const message = `Agents have no field "${field}"; it is kept but does nothing. The fields are ${fields}`;
    const fix = jsonFix(`Remove "${field}"`, file, [{ path: [field] }]);
    const place = { file, ...positions.of([field], true) };
    problems.push({
      ...{ severity: 'warning', code: 'agent-unknown-field', message },
      ...{ values: { field, fields }, ...place, fix },
    });
  }
  for (const issue of issues) reportIssue(issue, report);
  if (isObject(definition.parameters))
    lintParameters({ definition, facts, report }, definition.parameters);
  if (isObject(definition.output)) lintOutput(definition.output, report);
  const parsed = parseJson(text);
  for (const { name, line, column } of parsed.ok ? parsed.duplicates : []) {
    const message = `"${name}" appears twice; this one counts, so remove the other`;
    const code = 'duplicate-key';
    problems.push({ severity: 'warning', code, message, values: { name }, file, line, column });
  }
  return problems;
}

/** Reports an unknown nested field, or an invalid value. */
function reportIssue(issue: z.core.$ZodIssue, report: Lint['report']): void {
  const path = issue.path.filter((part) => typeof part !== 'symbol');
  const extra = issue.code === 'unrecognized_keys' ? issue.keys : [undefined];
  for (const key of extra) {
    const whole = key === undefined ? path : [...path, key];
    const field = whole.join('.');
    const reason = key === undefined ? issue.message : 'Unknown field';
    const message = `"${field}" is not valid: ${reason}`;
    report('error', 'agent-bad-field', whole, message, { field, reason });
  }
}

function lintFields(
  { name, description }: JsonObject,
  { folderName, file }: DefinitionFacts,
  report: Lint['report'],
): void {
  if (name === undefined)
    report(
      'info',
      'agent-no-name',
      ['name'],
      `No "name"; the folder's name "${folderName}" stands in`,
      { folderName },
      jsonFix(`Set the name to "${folderName}"`, file, [{ path: ['name'], value: folderName }]),
    );
  else if (typeof name === 'string' && !/^[A-Za-z][A-Za-z0-9_-]*$/.test(name)) {
    const message = `"${name}" is not a valid name: start with a letter, then use letters, digits, "_" or "-"`;
    report('error', 'agent-bad-name', ['name'], message, { name });
  }
  if (typeof description !== 'string' || description.trim() === '')
    report(
      'warning',
      'no-description',
      ['description'],
      'No "description"; a model needs it to decide when to call the tool',
    );
}

/** Reports a schema against which no answer can be checked. */
function lintOutput(output: JsonSchema, report: Lint['report']): void {
  const wrong = (path: (string | number)[], reason: string) =>
    report('error', 'agent-bad-output', path, `The output schema is not valid: ${reason}`, {
      reason,
    });
  if (tooDeep(output)) return wrong(['output'], 'it is nested too deeply to be checked');
  for (const { schema, pointer } of everySchema(output)) {
    const path = ['output', ...pointerTokens(pointer)];
    const { $ref } = schema;
    if (typeof $ref === 'string' && !resolveRef(output, $ref))
      wrong([...path, '$ref'], `"${$ref}" is not defined in it`);
    for (const type of [schema.type].flat())
      if (typeof type === 'string' && !types.has(type))
        wrong(
          [...path, 'type'],
          `there is no type "${type}"; give one of ${[...types].join(', ')}`,
        );
  }
}
