import type { JsonSchema } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';

const NULL: JsonSchema = { type: 'null' };

/** The same schema, and null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type, anyOf } = schema;
  const types = [type].flat().filter((one) => one !== undefined);
  const plain = !('const' in schema) && !('$ref' in schema) && !('enum' in schema);
  if (types.length === 0 && plain && Array.isArray(anyOf)) {
    const hasNull = anyOf.some((arm) => isObject(arm) && arm.type === 'null');
    return hasNull ? schema : { ...schema, anyOf: [...anyOf, NULL] };
  }
  if (types.length === 0 || 'const' in schema || '$ref' in schema || 'anyOf' in schema) {
    return { anyOf: [schema, NULL] };
  }
  const wide: JsonSchema = types.includes('null')
    ? { ...schema }
    : { ...schema, type: [...types, 'null'] };
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) wide.enum = [...schema.enum, null];
  return types.length === 1 && types[0] === 'null' ? schema : wide;
}
