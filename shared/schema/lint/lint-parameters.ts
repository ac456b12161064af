import type { Json, JsonSchema } from '../../tool/json.ts';
import { check } from '../check.ts';
import { everySchema } from '../every-schema.ts';
import { isObject } from '../json/is-object.ts';
import { pointerTokens } from '../json/pointer-tokens.ts';
import { resolveRef } from '../resolve-ref.ts';
import { tooDeep } from '../too-deep.ts';
import type { Lint } from './lint.ts';
import { textFix } from './text-fix.ts';

/** Values that a parameter's description or name seems to list, where an enum would say it. */
const seemsListed = (description: string) =>
  /\b(one of|either)\b|取值|可选值|之一/i.test(description);

/** The schema of the arguments: its root, what is said of each parameter, defaults and references. */
export function lintParameters(lint: Lint, parameters: JsonSchema): void {
  const { facts, report } = lint;
  const { type } = parameters;
  if (type !== 'object') {
    const said =
      type === undefined ? 'has no type' : `is "${JSON.stringify(type).replaceAll('"', '')}"`;
    report(
      type === undefined ? 'warning' : 'error',
      'root-not-object',
      type === undefined ? ['parameters'] : ['parameters', 'type'],
      `The root of "parameters" ${said}; it must be "object", or a model cannot build the arguments`,
      { type: String(type) },
      textFix('Set the type to "object"', facts.file, facts.text, [
        { path: ['parameters', 'type'], value: 'object' },
      ]),
    );
  }
  if (tooDeep(parameters)) {
    report(
      'error',
      'schema-too-deep',
      ['parameters'],
      'The schema is nested too deeply to be checked; flatten it',
    );
    return;
  }
  if (parameters.properties !== undefined && !isObject(parameters.properties)) {
    report(
      'error',
      'properties-not-object',
      ['parameters', 'properties'],
      '"properties" must be an object of names and schemas',
    );
    return;
  }
  for (const [name, property] of Object.entries(
    isObject(parameters.properties) ? parameters.properties : {},
  ))
    lintProperty(lint, parameters, name, property);
  lintReferences(lint, parameters);
}

function lintProperty({ report }: Lint, root: JsonSchema, name: string, property: Json): void {
  const path = ['parameters', 'properties', name];
  if (!isObject(property)) {
    if (typeof property !== 'boolean')
      report(
        'error',
        'property-not-schema',
        path,
        `"${name}" must be a schema, an object in braces`,
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
        `"${name}" has no description; say what a model should give`,
        { name },
      );
  } else if (property.type === 'string' && property.enum === undefined && seemsListed(description))
    report(
      'info',
      'enum-recommended',
      path,
      `"${name}" seems to take a few values only; list them in an "enum"`,
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
  if (property.default === undefined) return;
  const { default: standing, ...schema } = property;
  const checked = check(
    { ...schema, ...(root.$defs === undefined ? {} : { $defs: root.$defs }) },
    standing,
  );
  if (!checked.ok)
    report(
      'warning',
      'default-does-not-fit',
      [...path, 'default'],
      `The default of "${name}" does not fit its own schema: ${checked.issues[0]?.message ?? ''}`,
      { name, reason: checked.issues[0]?.message ?? '' },
    );
}

function lintReferences({ report }: Lint, parameters: JsonSchema): void {
  for (const { schema, pointer } of everySchema(parameters)) {
    const { $ref } = schema;
    if (typeof $ref !== 'string' || resolveRef(parameters, $ref)) continue;
    const path = ['parameters', ...pointerTokens(pointer), '$ref'];
    const message = /^[a-z]+:/i.test($ref)
      ? `"$ref" names the address "${$ref}", and nothing is ever fetched; write that schema into "$defs"`
      : `"$ref" names "${$ref}", which is nowhere in "parameters"`;
    report('error', 'bad-reference', path, message, { ref: $ref });
  }
}
