import type { JsonSchema } from '../../tool/json.ts';

/** The same schema, and null. */
export function nullable(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (type === 'null' || (Array.isArray(type) && type.includes('null'))) return schema;
  if ('const' in schema || '$ref' in schema || (type === undefined && !Array.isArray(schema.anyOf)))
    return Object.keys(schema).length === 0 ? schema : { anyOf: [schema, { type: 'null' }] };
  if (Array.isArray(schema.anyOf) && type === undefined)
    return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] };
  const wide: JsonSchema = {
    ...schema,
    type: [...(Array.isArray(type) ? type : [type ?? 'string']), 'null'],
  };
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) wide.enum = [...schema.enum, null];
  return wide;
}
