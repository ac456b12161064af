import { isObject, sameJson } from '../../../shared/schema/json/values.ts';
import type { Json } from '../../../shared/tool/json.ts';
import type { Field } from './field.ts';

/** Whether a field's own control can show a value without changing it. What cannot is shown as JSON. */
export function suits(field: Field, value: Json): boolean {
  if (value === null && field.nullable) return true;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string';
    case 'number':
      // A text is what was typed and is no number yet.
      return typeof value === 'number' || typeof value === 'string';
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
