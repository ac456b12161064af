import type { Json, JsonSchema } from '../tool/json.ts';
import { isObject } from './json/is-object.ts';
import { jsonPointer } from './json/json-pointer.ts';
import { resolveRef } from './resolve-ref.ts';

/** One row of a schema as a person reads it. */
export interface TreeNode {
  name: string;
  /** JSON pointer from the parameters, such as `/properties/a`. */
  path: string;
  /** In a few words, such as `int | null`, `enum` or `string[]`. */
  type: string;
  description: string;
  required: boolean;
  /** Values of an `enum` or `const`. */
  values: Json[];
  default?: Json;
  children: TreeNode[];
  /** The name of the schema that this refers to and stands within. */
  recursive?: string;
}

const short: Record<string, string> = { integer: 'int', boolean: 'bool' };
const DEEPEST = 12;

interface Seen {
  schema: JsonSchema;
  pointers: string[];
  recursive?: string;
}

const follow = (root: JsonSchema, schema: Json | undefined, pointers: string[]): Seen => {
  if (!isObject(schema)) return { schema: {}, pointers };
  if (typeof schema.$ref !== 'string') return { schema, pointers };
  const found = resolveRef(root, schema.$ref);
  if (!found || !isObject(found.schema)) return { schema, pointers };
  const recursive = found.pointer.split('/').at(-1) || 'root';
  if (pointers.includes(found.pointer))
    return { schema: { ...found.schema, ...schema }, pointers, recursive };
  const { $ref: _ref, ...beside } = schema;
  return { schema: { ...found.schema, ...beside }, pointers: [...pointers, found.pointer] };
};

const typeOf = (root: JsonSchema, schema: JsonSchema, pointers: string[], depth = 0): string => {
  const arms = schema.anyOf ?? schema.oneOf;
  if (Array.isArray(schema.enum) || 'const' in schema) {
    const values = Array.isArray(schema.enum) ? schema.enum : [schema.const];
    return values.includes(null) && values.length > 1 ? 'enum | null' : 'enum';
  }
  if (depth > 3) return 'any';
  const inner = (part: Json | undefined) => {
    const seen = follow(root, part, pointers);
    return seen.recursive ?? typeOf(root, seen.schema, seen.pointers, depth + 1);
  };
  if (Array.isArray(arms)) return [...new Set(arms.map(inner))].join(' | ');
  const types = [schema.type].flat().filter((type): type is string => typeof type === 'string');
  if (types.length === 0) return 'properties' in schema ? 'object' : 'any';
  return types
    .map((type) => {
      if (type !== 'array') return short[type] ?? type;
      const item = isObject(schema.items) ? inner(schema.items) : '';
      return item === '' ? 'array' : item.includes(' ') ? `(${item})[]` : `${item}[]`;
    })
    .join(' | ');
};

/** A schema's parameters as a tree of rows, for drawing. A schema within itself is named, not unfolded. */
export function schemaTree(parameters: JsonSchema): TreeNode[] {
  const rows = (schema: JsonSchema, at: string, pointers: string[], depth: number): TreeNode[] => {
    if (depth > DEEPEST) return [];
    const required = Array.isArray(schema.required) ? schema.required : [];
    const own = isObject(schema.properties)
      ? Object.entries(schema.properties).map(([name, property]) =>
          row(
            name,
            property,
            jsonPointer(at, 'properties', name),
            required.includes(name),
            pointers,
            depth,
          ),
        )
      : [];
    const items = isObject(schema.items) ? follow(parameters, schema.items, pointers) : undefined;
    const inItems =
      items && !items.recursive
        ? rows(items.schema, jsonPointer(at, 'items'), items.pointers, depth + 1)
        : [];
    const arms = [schema.anyOf ?? schema.oneOf].flat().flatMap((arm, index) => {
      const seen = follow(parameters, arm, pointers);
      const keyword = 'anyOf' in schema ? 'anyOf' : 'oneOf';
      return seen.recursive
        ? []
        : rows(seen.schema, jsonPointer(at, keyword, index), seen.pointers, depth + 1);
    });
    return [...own, ...inItems, ...arms];
  };

  const row = (
    name: string,
    value: Json,
    path: string,
    required: boolean,
    pointers: string[],
    depth: number,
  ): TreeNode => {
    const { schema, pointers: open, recursive } = follow(parameters, value, pointers);
    const values = Array.isArray(schema.enum)
      ? schema.enum
      : 'const' in schema
        ? [schema.const ?? null]
        : [];
    return {
      name,
      path,
      type: recursive ?? typeOf(parameters, schema, open),
      description: typeof schema.description === 'string' ? schema.description : '',
      required,
      values,
      ...(schema.default === undefined ? {} : { default: schema.default }),
      children: recursive ? [] : rows(schema, path, open, depth + 1),
      ...(recursive ? { recursive } : {}),
    };
  };

  return rows(parameters, '', [''], 0);
}
