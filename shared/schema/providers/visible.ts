import type { Definition } from '../../tool/definition.ts';
import type { JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import type { Losses } from './losses.ts';

export const ROOT = '/parameters';

/** The parameters that a model may see: those that a host injects are left out, and said so. */
export function visible(definition: Definition, losses: Losses): JsonSchema {
  const { parameters, hidden = [] } = definition;
  const names = hidden.filter(
    (name) => isObject(parameters.properties) && Object.hasOwn(parameters.properties, name),
  );
  const schema: JsonSchema = { ...parameters };
  if (schema.type !== 'object') {
    if ('type' in parameters)
      losses.rewrite(ROOT, 'type', 'The root of the parameters must be an object');
    schema.type = 'object';
  }
  if (!isObject(schema.properties)) {
    if ('properties' in parameters)
      losses.rewrite(ROOT, 'properties', 'Properties must be an object');
    schema.properties = {};
  }
  if (names.length === 0) return schema;
  for (const name of names)
    losses.drop(
      `${ROOT}/properties`,
      name,
      `"${name}" is given by the host; a model never sees it`,
    );
  if (isObject(schema.properties))
    schema.properties = Object.fromEntries(
      Object.entries(schema.properties).filter(([name]) => !names.includes(name)),
    );
  if (
    Array.isArray(schema.required) &&
    schema.required.some((name) => names.includes(String(name)))
  ) {
    losses.rewrite(ROOT, 'required', 'Names that the host gives are left out');
    schema.required = schema.required.filter((name) => !names.includes(String(name)));
  }
  return schema;
}
