import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { writeJson } from '../../../shared/tool/exact-number.ts';
import { removeIn, setIn } from '../../../shared/formats/edit-definition.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { parseJson } from '../../../shared/schema/json/parse-json.ts';
import { withoutMark } from '../../../shared/tool/folder.ts';
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
  const parsed = parseJson(withoutMark(source));
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
  default: schema.default === undefined ? '' : writeJson(schema.default),
  more: Object.keys(schema).some((key) => !shown.has(key)),
});

const choice = (value: Json): string => (typeof value === 'string' ? value : writeJson(value));

const place = (name: string): string[] => ['parameters', 'properties', name];

const requiredNames = (source: string): string[] =>
  definitionFields(source)
    ?.parameters.filter((parameter) => parameter.required)
    .map(({ name }) => name) ?? [];

/** Edits of definition.json that change one thing and leave every other byte alone. */
export const editFields = {
  /** An empty value takes the field out. */
  set(source: string, field: string, value: Json | undefined): string {
    return value === undefined || value === ''
      ? removeIn(source, [field])
      : setIn(source, [field], value);
  },

  addParameter(source: string, name: string): string {
    return setIn(source, place(name), { type: 'string', description: '' });
  },

  removeParameter(source: string, name: string): string {
    return removeIn(this.require(source, name, false), place(name));
  },

  setParameter(source: string, name: string, key: string, value: Json | undefined): string {
    return value === undefined
      ? removeIn(source, [...place(name), key])
      : setIn(source, [...place(name), key], value);
  },

  require(source: string, name: string, required: boolean): string {
    const names = requiredNames(source);
    if (names.includes(name) === required) return source;
    const next = required ? [...names, name] : names.filter((one) => one !== name);
    return setIn(source, ['parameters', 'required'], next);
  },

  /** Renames the key in its place, so that the parameters keep their order. */
  renameParameter(source: string, from: string, to: string): string {
    const names = requiredNames(source);
    const tree = parseTree(source);
    const key = tree && findNodeAtLocation(tree, place(from))?.parent?.children?.[0];
    if (!key) return source;
    const renamed =
      source.slice(0, key.offset) + writeJson(to) + source.slice(key.offset + key.length);
    if (!names.includes(from)) return renamed;
    const next = names.map((one) => (one === from ? to : one));
    return setIn(renamed, ['parameters', 'required'], next);
  },
};
