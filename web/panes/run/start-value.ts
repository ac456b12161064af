import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
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
