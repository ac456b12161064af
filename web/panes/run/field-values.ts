import { isObject, sameJson } from '../../../shared/schema/json/values.ts';
import { decimalOf, isWhole } from '../../../shared/tool/decimal.ts';
import { ExactNumber } from '../../../shared/tool/exact-number.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import type { Field, Variant } from './field.ts';
import { makeField } from './make-field.ts';

/**
 * The value a field begins with when it is given: what the schema fixes or defaults, else the
 * emptiest value of its type. Optional parts stay left out.
 */
export function startValue(schema: Json | undefined, root: JsonSchema, depth = 8): Json {
  const field = makeField(schema, root);
  if (field.kind === 'const') return field.value;
  if (field.default !== undefined) return field.default;
  if (depth === 0) return null;
  switch (field.kind) {
    case 'text':
      return '';
    case 'number':
      return Math.max(0, Math.ceil(field.min ?? 0));
    case 'boolean':
      return false;
    case 'choice':
      return field.options[0]?.value ?? null;
    case 'array': {
      const count = Math.min(field.min, 20);
      return Array.from({ length: count }, (_, at) =>
        startValue(field.prefix[at] ?? field.items, root, depth - 1),
      );
    }
    case 'object': {
      const made: JsonObject = {};
      for (const { name, schema: own, required } of field.properties) {
        const part = makeField(own, root);
        if (required && (part.kind === 'const' || part.kind === 'object'))
          made[name] = startValue(own, root, depth - 1);
      }
      return made;
    }
    case 'union':
      return startValue(field.variants[0]?.schema, root, depth - 1);
    case 'json':
      return null;
  }
}

/** Whether a field's own control can show a value without changing it. What cannot is shown as JSON. */
export function suits(field: Field, value: Json): boolean {
  if (value === null && field.nullable) return true;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      // A text is what was typed and is no number yet.
      return (
        typeof value !== 'boolean' && (typeof value !== 'object' || value instanceof ExactNumber)
      );
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.options.some((option) => sameJson(option.value, value));
    case 'const':
      return sameJson(field.value, value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isObject(value);
    case 'union':
    case 'json':
      return true;
  }
}

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
      if (typeof value !== 'number' && !(value instanceof ExactNumber)) return 0;
      return field.integer ? (isWhole(decimalOf(String(value))) ? 3 : 0) : 2;
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
