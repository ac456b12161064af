import { isObject } from '../../../shared/schema/json/values.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import type { Json, JsonObject } from '../../../shared/tool/json.ts';

export interface ParameterFields {
  name: string;
  /** One of JSON Schema's types, or undefined for what only the text can say. */
  type: string | undefined;
  description: string;
  required: boolean;
  /** The choices, one a line: as they are for texts, as JSON for the others. */
  choices: string;
  /** JSON, or empty. */
  default: string;
  /** The schema has more than the form shows. */
  more: boolean;
}

export interface DefinitionFields {
  id: string;
  description: string;
  category: string;
  icon: string;
  timeout: string;
  parameters: ParameterFields[];
}

const shown = new Set(['type', 'description', 'enum', 'default']);
const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');

/** What a form shows of definition.json; undefined when the text is no JSON object. */
export const definitionFields = (source: string): DefinitionFields | undefined => {
  const parsed = parseJson(source);
  if (!parsed.ok || !isObject(parsed.value)) return undefined;
  const root = parsed.value;
  const schema = isObject(root.parameters) ? root.parameters : {};
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : root.required;
  return {
    id: text(root.id),
    description: text(root.description),
    category: text(root.category),
    icon: text(root.icon),
    timeout: typeof root.timeout === 'number' ? String(root.timeout) : '',
    parameters: Object.entries(properties).map(([name, property]) =>
      parameterFields(
        name,
        isObject(property) ? property : {},
        Array.isArray(required) && required.includes(name),
      ),
    ),
  };
};

const parameterFields = (name: string, schema: JsonObject, required: boolean): ParameterFields => ({
  name,
  type: typeof schema.type === 'string' ? schema.type : undefined,
  description: text(schema.description),
  required,
  choices: Array.isArray(schema.enum) ? schema.enum.map((one) => choice(one)).join('\n') : '',
  default: schema.default === undefined ? '' : JSON.stringify(schema.default),
  more: Object.keys(schema).some((key) => !shown.has(key)),
});

const choice = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
