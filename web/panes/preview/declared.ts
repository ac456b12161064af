import { isObject } from '../../../shared/schema/json/values.ts';
import type { Json, JsonSchema } from '../../../shared/tool/json.ts';

/** The schema within a provider's declaration: each keeps it under a name of its own. */
const NAMES = ['parameters', 'input_schema', 'inputSchema', 'parametersJsonSchema'];

/** The name, description and schema that a declaration tells a model, whoever it is for. */
export function declared(declaration: Json): {
  name: string;
  description: string;
  schema: JsonSchema;
} {
  const outer = isObject(declaration) ? declaration : {};
  const inner = isObject(outer['function']) ? outer['function'] : outer;
  const schema = NAMES.map((name) => inner[name]).find((each) => isObject(each));
  return {
    name: typeof inner['name'] === 'string' ? inner['name'] : '',
    description: typeof inner['description'] === 'string' ? inner['description'] : '',
    schema: isObject(schema) ? schema : {},
  };
}
