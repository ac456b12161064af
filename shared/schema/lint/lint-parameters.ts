import { writeJson } from '../../tool/exact-number.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { isObject, tooDeep } from '../json/values.ts';
import { pointerTokens } from '../json/pointer.ts';
import { resolveRef } from '../resolve-ref.ts';
import { everySchema } from '../subschemas.ts';
import { jsonFix } from './lint.ts';
import type { Lint } from './lint.ts';

/** Whether a description or a name seems to list values, which an enum would express. */
const seemsListed = (description: string) =>
  /\b(one of|either)\b|取值|可选值|之一/i.test(description);

/** Checks the schema of the arguments: its root, descriptions, defaults and references. */
export function lintParameters(lint: Lint, parameters: JsonSchema): void {
  const { facts, report } = lint;
  const { type } = parameters;
  if (type !== 'object') {
    const said = type === undefined ? 'has no type' : `is "${writeJson(type).replaceAll('"', '')}"`;
    report(
      type === undefined ? 'warning' : 'error',
      'root-not-object',
      type === undefined ? ['parameters'] : ['parameters', 'type'],
      `The root of "parameters" ${said}; it must be "object" so that a model can build the arguments`,
      { type: String(type) },
      jsonFix('Set the type to "object"', facts.file, [
        { path: ['parameters', 'type'], value: 'object' },
      ]),
    );
  }
  if (tooDeep(parameters)) {
    report(
      'error',
      'schema-too-deep',
      ['parameters'],
      'The schema is nested too deeply to check; flatten it',
    );
    return;
  }
  if (parameters.properties !== undefined && !isObject(parameters.properties)) {
    report(
      'error',
      'properties-not-object',
      ['parameters', 'properties'],
      '"properties" must be an object that maps names to schemas',
    );
    return;
  }
  for (const [name, property] of Object.entries(
    isObject(parameters.properties) ? parameters.properties : {},
  ))
    lintProperty(lint, parameters, name, property);
  lintReferences(lint, parameters);
}

function lintProperty(lint: Lint, root: JsonSchema, name: string, property: Json): void {
  const { report } = lint;
  const path = ['parameters', 'properties', name];
  if (!isObject(property)) {
    if (typeof property !== 'boolean')
      report(
        'error',
        'property-not-schema',
        path,
        `"${name}" must be a schema: an object in braces`,
        { name },
      );
    return;
  }
  const { description } = property;
  if (typeof description !== 'string' || description.trim() === '') {
    if (!('$ref' in property))
      report(
        'info',
        'no-parameter-description',
        path,
        `"${name}" has no description; say what a model should pass`,
        { name },
      );
  } else if (property.type === 'string' && property.enum === undefined && seemsListed(description))
    report(
      'info',
      'enum-recommended',
      path,
      `"${name}" seems to take only a few values; list them in an "enum"`,
      { name },
    );
  if (Array.isArray(property.enum) && property.enum.length === 0)
    report(
      'error',
      'empty-enum',
      [...path, 'enum'],
      `The "enum" of "${name}" is empty, so no value fits`,
      { name },
    );
  lintDefault(lint, root, name, property);
}

function lintDefault(
  { facts: { check }, report }: Lint,
  root: JsonSchema,
  name: string,
  { default: standing, ...schema }: JsonSchema,
): void {
  if (standing === undefined || !check) return;
  const checked = check(
    { ...schema, ...(root.$defs === undefined ? {} : { $defs: root.$defs }) },
    standing,
  );
  const [issue] = checked.ok ? [] : checked.issues;
  if (issue)
    report(
      'warning',
      'default-does-not-fit',
      ['parameters', 'properties', name, 'default'],
      `The default of "${name}" does not match its own schema: ${issue.message}`,
      { name, reason: issue.message },
      undefined,
      issue.phrase,
    );
}

function lintReferences({ report }: Lint, parameters: JsonSchema): void {
  for (const { schema, pointer } of everySchema(parameters)) {
    const { $ref } = schema;
    if (typeof $ref !== 'string' || resolveRef(parameters, $ref)) continue;
    const path = ['parameters', ...pointerTokens(pointer), '$ref'];
    const message = /^[a-z]+:/i.test($ref)
      ? `"$ref" points to "${$ref}", and Lathe fetches nothing; copy that schema into "$defs"`
      : `"$ref" points to "${$ref}", which "parameters" does not have`;
    report('error', 'bad-reference', path, message, { ref: $ref });
  }
}

/** Checks that `required` is inside `parameters`; one beside it counts if there is none inside. */
export function lintRequired({ definition, facts, report }: Lint): void {
  const { parameters, required } = definition;
  const inner = isObject(parameters) ? parameters.required : undefined;
  if (required !== undefined) {
    const changes = [
      ...(inner === undefined && isObject(parameters)
        ? [{ path: ['parameters', 'required'], value: required }]
        : []),
      { path: ['required'], value: undefined },
    ];
    const moved = inner === undefined;
    report(
      'warning',
      'required-outside',
      ['required'],
      moved
        ? '"required" is next to "parameters"; it works, but belongs inside'
        : '"required" is both next to "parameters" and inside; the inner one counts',
      {},
      jsonFix(
        moved ? 'Move "required" into "parameters"' : 'Remove the outer "required"',
        facts.file,
        changes,
      ),
    );
  }
  if (!isObject(parameters) || !Array.isArray(inner)) return;
  const known = isObject(parameters.properties) ? Object.keys(parameters.properties) : [];
  for (const [at, name] of inner.entries()) {
    if (typeof name === 'string' && known.includes(name)) continue;
    report(
      'warning',
      'required-unknown',
      ['parameters', 'required', at],
      `${writeJson(name)} is required but is not a property; add it to "properties" or leave it out`,
      { name: String(name) },
      jsonFix(`Remove ${writeJson(name)}`, facts.file, [
        { path: ['parameters', 'required'], value: inner.filter((one) => one !== name) },
      ]),
    );
  }
}
