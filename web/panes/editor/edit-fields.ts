import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import { removeIn, setIn } from '../../../shared/formats/edit-definition.ts';
import { definitionFields } from './definition-fields.ts';
import type { Json } from '../../../shared/tool/json.ts';

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
      source.slice(0, key.offset) + JSON.stringify(to) + source.slice(key.offset + key.length);
    if (!names.includes(from)) return renamed;
    const next = names.map((one) => (one === from ? to : one));
    return setIn(renamed, ['parameters', 'required'], next);
  },
};
