import { writeJson } from '../../tool/exact-number.ts';
import { check } from '../../schema/check.ts';
import type { Issue } from '../../schema/issue.ts';
import type { Fault } from '../../tool/run/ending.ts';
import type { Arguments, JsonSchema } from '../../tool/json.ts';

/**
 * Checks the arguments of a call against the tool's schema: missing required arguments and invalid values.
 * Defaults count as present but are not filled in.
 */
export function checkArguments(parameters: JsonSchema, args: Arguments): Fault | undefined {
  const { type } = parameters;
  if (type !== undefined && type !== 'object') {
    const message = `The tool's own schema is wrong: the type of "parameters" must be "object", not ${writeJson(type)}; its author has to mend definition.json`;
    return { class: 'SchemaError', message, issues: [] };
  }
  const checked = check(parameters, args);
  if (checked.ok) return undefined;
  const { issues } = checked;
  const missing = missingNames(parameters.required, issues);
  const others = issues.filter(
    ({ keyword, path }) => keyword !== 'required' || !missing.includes(path),
  );
  const message = [
    ...(missing.length === 0 ? [] : [`缺少必填参数: ${missing.join(', ')}`]),
    ...others.map(({ path, message: said }) => (path === '' ? said : `${path}: ${said}`)),
  ].join('; ');
  return {
    class: 'ValidationError',
    message,
    ...(missing[0] === undefined ? {} : { missing: missing[0] }),
    issues: issues.map(({ pointer: _, ...issue }) => issue),
  };
}

/** The required arguments that the call lacks, in the order of the schema. */
function missingNames(required: unknown, issues: readonly Issue[]): string[] {
  if (!Array.isArray(required)) return [];
  return required.filter((name: unknown): name is string =>
    issues.some(({ keyword, path }) => keyword === 'required' && path === name),
  );
}
