import { writeJson } from '../tool/exact-number.ts';
import { check } from '../schema/check.ts';
import type { Fault } from '../tool/ending.ts';
import type { Arguments, JsonSchema } from '../tool/json.ts';

/**
 * What is wrong with a call before anything runs: the tool's own schema, a required argument that
 * is missing, a value that the schema refuses. Defaults count for checking and are not put in.
 */
export function checkArguments(parameters: JsonSchema, args: Arguments): Fault | undefined {
  const { type } = parameters;
  if (type !== undefined && type !== 'object') {
    const message = `The tool's own schema is wrong: the type of "parameters" must be "object", not ${writeJson(type)}; its author has to mend definition.json`;
    return { class: 'SchemaError', message, issues: [] };
  }
  const checked = check(parameters, args);
  if (checked.ok) return undefined;
  const missing = missingNames(parameters.required, parameters.properties, args);
  const { issues } = checked;
  // However the checker places a missing name, it is said once, in the words above.
  const others = issues.filter(
    ({ keyword, path }) => keyword !== 'required' || (path !== '' && !missing.includes(path)),
  );
  const message = [
    ...(missing.length === 0 ? [] : [`缺少必填参数: ${missing.join(', ')}`]),
    ...(missing.length === 0 ? issues : others).map((issue) =>
      issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`,
    ),
  ].join('; ');
  return {
    class: 'ValidationError',
    message,
    ...(missing[0] === undefined ? {} : { missing: missing[0] }),
    issues: issues.map(({ path, keyword, message: said, expected }) => ({
      path,
      keyword,
      message: said,
      ...(expected === undefined ? {} : { expected }),
    })),
  };
}

function missingNames(required: unknown, properties: unknown, args: Arguments): string[] {
  if (!Array.isArray(required)) return [];
  const known = typeof properties === 'object' && properties !== null ? properties : {};
  return required.filter((name): name is string => {
    if (typeof name !== 'string' || Object.hasOwn(args, name)) return false;
    const property: unknown = Object.hasOwn(known, name)
      ? known[name as keyof typeof known]
      : undefined;
    return !(typeof property === 'object' && property !== null && 'default' in property);
  });
}
