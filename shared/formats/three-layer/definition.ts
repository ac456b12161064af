import { plainNumber } from '../../tool/exact-number.ts';
import { EffectHints, executionOf, Policies, ToolKind, Traits } from '../../tool/definition.ts';
import type { Definition } from '../../tool/definition.ts';
import type { JsonObject, JsonSchema } from '../../tool/json.ts';
import { isObject } from '../../schema/json/values.ts';

/** Fields of other formats, under the same names. Sources: seeds 003 and 004. */
export const said = {
  ...Traits.pick({ isReadOnly: true, isConcurrencySafe: true, strict: true }).shape,
  ...Traits.pick({ enabled: true, version: true, examples: true }).shape,
};

/** Fields of definition.json that have a meaning. */
export const knownFields: ReadonlySet<string> = new Set([
  'id',
  'description',
  'parameters',
  'required',
  'category',
  'icon',
  'timeout',
  'kind',
  'tags',
  'display_name',
  'displayName',
  'policies',
  'hidden',
  'template',
  'packages',
  'returns',
  'hints',
  'autoExecute',
  ...Object.keys(said),
]);

const strings = (value: unknown): string[] | undefined =>
  Array.isArray(value) && value.every((item) => typeof item === 'string') ? value : undefined;

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/**
 * Reads definition.json and fills in defaults. A field with a wrong type counts as absent. Source of the
 * defaults: seed 001, section 4.1.
 */
export function threeLayerDefinition(
  folderName: string,
  json: JsonObject,
  meta: JsonObject | undefined,
): Definition {
  const name = text(json.id) ?? folderName;
  const seconds = plainNumber(json.timeout);
  const displayName = text(json.display_name) ?? text(json.displayName);
  const tags = strings(json.tags);
  const timed = seconds !== undefined && seconds > 0 && Number.isFinite(seconds * 1000);
  return {
    name,
    description: text(json.description) ?? `自定义工具 ${name}`,
    parameters: withRequired(json),
    category: text(json.category) ?? 'custom',
    icon: text(json.icon) ?? text(meta?.icon),
    ...(timed ? { timeoutMs: seconds * 1000 } : {}),
    kind: ToolKind.safeParse(json.kind).data,
    policies: policiesOf(json),
    ...traitsOf(json),
    hidden: strings(json.hidden),
    ...(displayName === undefined || displayName === name ? {} : { displayName }),
    ...(tags === undefined || tags.length === 0 ? {} : { tags }),
    ...(isObject(json.hints) ? { hints: EffectHints.safeParse(json.hints).data } : {}),
    ...(isObject(json.returns) ? { outputSchema: json.returns as JsonSchema } : {}),
  };
}

const traitsOf = (json: JsonObject): Partial<Definition> =>
  Object.fromEntries(
    Object.entries(said).flatMap(([field, schema]) => {
      const { data } = schema.safeParse(json[field]);
      return data === undefined ? [] : [[field, data]];
    }),
  );

/**
 * Reads the policies. If `policies` lacks an execution policy, `autoExecute` decides about approval, as with
 * `Tool.define`.
 */
function policiesOf(json: JsonObject): Policies | undefined {
  const policies = Policies.optional().safeParse(json.policies);
  // Unreadable policies may have required approval.
  if (!policies.success) return { execution: 'ask-always' };
  if (typeof json.autoExecute !== 'boolean') return policies.data;
  return { execution: executionOf(json.autoExecute), ...policies.data };
}

/**
 * Returns the parameters with `required`: `parameters.required` wins; if it is missing, a `required` beside
 * `parameters` counts.
 */
function withRequired(json: JsonObject): JsonSchema {
  const parameters: JsonSchema = isObject(json.parameters)
    ? json.parameters
    : { type: 'object', properties: {} };
  const required = strings(json.required);
  if (required === undefined || Array.isArray(parameters.required)) return parameters;
  return { ...parameters, required };
}

/** Returns the packages of definition.json, or undefined if there are none. */
export function threeLayerPackages(json: JsonObject): string[] | undefined {
  return strings(json.packages);
}
