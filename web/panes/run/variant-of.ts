import { isObject, sameJson } from '../../../shared/schema/json/values.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import type { Variant } from './field.ts';
import { makeField } from './make-field.ts';

/** Index of the variant that a value fits best; the first where none fits better. */
export function variantOf(
  variants: readonly Variant[],
  value: Json | undefined,
  root: JsonSchema,
): number {
  if (value === undefined) return 0;
  const scores = variants.map((variant) => fit(variant.schema, value, root, 3));
  return scores.indexOf(Math.max(...scores));
}

function fit(schema: Json, value: Json, root: JsonSchema, depth: number): number {
  const field = makeField(schema, root);
  if (value === null) return field.nullable || same(field, null) ? 2 : 0;
  switch (field.kind) {
    case 'const':
      return same(field, value) ? 4 : -4;
    case 'choice':
      return field.options.some((option) => sameJson(option.value, value)) ? 3 : -1;
    case 'text':
      return typeof value === 'string' ? 2 : 0;
    case 'number':
      if (typeof value !== 'number') return 0;
      return field.integer ? (Number.isInteger(value) ? 3 : 0) : 2;
    case 'boolean':
      return typeof value === 'boolean' ? 2 : 0;
    case 'array': {
      if (!Array.isArray(value)) return 0;
      const [first] = value;
      if (first === undefined || depth === 0) return 2;
      return 2 + Math.sign(fit(field.prefix[0] ?? field.items, first, root, depth - 1) - 1);
    }
    case 'object':
      return isObject(value) ? fitObject(field.properties, value, root, depth) : 0;
    case 'union':
      return Math.max(
        ...field.variants.map((each) => (depth ? fit(each.schema, value, root, depth - 1) : 1)),
      );
    case 'json':
      return 1;
  }
}

function fitObject(
  properties: { name: string; schema: Json; required: boolean }[],
  value: JsonObject,
  root: JsonSchema,
  depth: number,
): number {
  let score = 2;
  for (const { name, schema, required } of properties) {
    const part = value[name];
    if (part === undefined) score -= required ? 1 : 0;
    else score += depth ? Math.min(4, Math.max(-4, fit(schema, part, root, depth - 1))) : 1;
  }
  const known = new Set(properties.map((property) => property.name));
  return score - Object.keys(value).filter((name) => !known.has(name)).length;
}

function same(field: ReturnType<typeof makeField>, value: Json): boolean {
  return field.kind === 'const' && sameJson(field.value, value);
}
