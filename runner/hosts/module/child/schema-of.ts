import { isObject } from '../../../../shared/schema/json/values.ts';
import type { JsonSchema } from '../../../../shared/tool/json.ts';
import { toJson } from './answers.ts';

const isZod = (schema: object) => '_zod' in schema || ('_def' in schema && 'safeParse' in schema);

/** Converts a module's schema to JSON Schema: TypeBox's already is one, zod's is converted. */
export async function schemaOf(
  schema: unknown,
): Promise<{ schema: JsonSchema; problems: string[] }> {
  if (typeof schema === 'object' && schema !== null && isZod(schema)) {
    // Imported late, because most modules have no zod.
    const { toJsonSchema } = await import('../../../../shared/schema/to-json-schema.ts');
    const converted = toJsonSchema(schema);
    return { schema: converted.schema, problems: converted.problems.map(({ message }) => message) };
  }
  const json = toJson(schema);
  if (!isObject(json)) {
    return {
      schema: { type: 'object', properties: {} },
      problems: ['Its schema is invalid JSON, so a model is told that it takes no parameters'],
    };
  }
  return { schema: json, problems: [] };
}
