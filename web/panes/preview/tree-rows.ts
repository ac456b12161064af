import { writeJson } from '../../../shared/tool/exact-number.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { jsonPointer } from '../../../shared/schema/json/pointer.ts';
import type { Json, JsonObject, JsonSchema } from '../../../shared/tool/json.ts';
import { resolveSchema } from '../run/make-field.ts';

/** A row of a schema drawn as a tree. */
export interface TreeRow {
  /** JSON pointer from the schema's root to this part. */
  pointer: string;
  /** 0 for the root's own properties. */
  depth: number;
  name: string;
  type: string;
  required: boolean;
  description: string;
  /** The values of an enum, written as JSON without the quotes of plain texts. */
  choices: string[];
}

/** Beyond these a reader has lost the thread, and a schema may hold itself. */
const MAX_DEPTH = 8;
const MAX_ROWS = 2000;

/** The parts of an object's schema in reading order, each parameter before what it holds. */
export function treeRows(schema: JsonSchema): TreeRow[] {
  const rows: TreeRow[] = [];
  below(schema, '', 0, { root: schema, rows, path: [] });
  return rows;
}

interface Walk {
  root: JsonSchema;
  rows: TreeRow[];
  /** The references that lead here, so that none is followed in a circle. */
  path: string[];
}

function below(schema: Json, pointer: string, depth: number, walk: Walk): void {
  const reference = isObject(schema) ? schema['$ref'] : undefined;
  const circle = typeof reference === 'string' && walk.path.includes(reference);
  if (circle || depth > MAX_DEPTH) return;
  const own = resolveSchema(schema, walk.root);
  const next: Walk =
    typeof reference === 'string' ? { ...walk, path: [...walk.path, reference] } : walk;
  const required = Array.isArray(own['required']) ? own['required'] : [];
  if (isObject(own['properties'])) {
    for (const [name, part] of Object.entries(own['properties'])) {
      const at = jsonPointer(pointer, 'properties', name);
      add(part, at, name, required.includes(name), depth, next);
    }
  }
  if (isObject(own['additionalProperties'])) {
    const at = jsonPointer(pointer, 'additionalProperties');
    add(own['additionalProperties'], at, '{…}', false, depth, next);
  }
  if (isObject(own['items'])) inside(own['items'], jsonPointer(pointer, 'items'), depth, next);
  if (Array.isArray(own['prefixItems']))
    own['prefixItems'].forEach((part, index) =>
      add(part, jsonPointer(pointer, 'prefixItems', index), `[${index}]`, true, depth, next),
    );
  for (const keyword of ['anyOf', 'oneOf']) {
    const parts = own[keyword];
    if (!Array.isArray(parts)) continue;
    const objects = parts.filter((part) => holdsMore(part, next)).length;
    parts.forEach((part, index) => {
      const at = jsonPointer(pointer, keyword, index);
      if (!holdsMore(part, next)) return;
      if (objects === 1) below(part, at, depth, next);
      else add(part, at, `${index + 1}/${parts.length}`, false, depth, next);
    });
  }
}

/** An item that is no more than its type already stands in the type of its list. */
function inside(items: JsonObject, pointer: string, depth: number, walk: Walk): void {
  if (holdsMore(items, walk)) below(items, pointer, depth, walk);
}

function holdsMore(schema: Json, walk: Walk): boolean {
  const own = resolveSchema(schema, walk.root);
  return ['properties', 'additionalProperties', 'items', 'prefixItems', 'anyOf', 'oneOf'].some(
    (keyword) => typeof own[keyword] === 'object' && own[keyword] !== null,
  );
}

function add(
  schema: Json,
  pointer: string,
  name: string,
  required: boolean,
  depth: number,
  walk: Walk,
): void {
  if (walk.rows.length >= MAX_ROWS) return;
  const own = resolveSchema(schema, walk.root);
  const values = Array.isArray(own['enum']) ? own['enum'] : [];
  walk.rows.push({
    pointer,
    depth,
    name,
    type: typeName(schema, walk.root),
    required,
    description: typeof own['description'] === 'string' ? own['description'] : '',
    choices: values
      .filter((value) => value !== null)
      .map((value) => (typeof value === 'string' ? value : writeJson(value))),
  });
  below(schema, pointer, depth + 1, walk);
}

/** A schema's type in a word or two: `integer`, `string[]`, `enum`, `int | null`. */
export function typeName(schema: Json | undefined, root: JsonSchema, depth = 3): string {
  const own = resolveSchema(schema, root);
  const types = [own['type']].flat().filter((type) => typeof type === 'string');
  const lower = types.map((type) => type.toLowerCase());
  const canBeNull = lower.includes('null') || own['nullable'] === true;
  if (Array.isArray(own['enum']))
    return canBeNull || own['enum'].includes(null) ? 'enum | null' : 'enum';
  if (own['const'] !== undefined) return writeJson(own['const']);
  const options = own['anyOf'] ?? own['oneOf'];
  if (lower.length === 0 && Array.isArray(options) && depth > 0)
    return joined(options.map((option) => typeName(option, root, depth - 1)));
  const solid = lower.filter((type) => type !== 'null');
  const names = solid.map((type) =>
    type === 'array' && own['items'] !== undefined && depth > 0
      ? `${bracketed(typeName(own['items'], root, depth - 1))}[]`
      : type,
  );
  if (names.length === 0 && !canBeNull) return own['properties'] === undefined ? 'any' : 'object';
  return joined(canBeNull ? [...names, 'null'] : names);
}

function joined(names: string[]): string {
  const parts = [...new Set(names)];
  if (parts.length < 2) return parts[0] ?? 'any';
  return parts.map((name) => (name === 'integer' ? 'int' : name)).join(' | ');
}

function bracketed(name: string): string {
  return name.includes(' | ') ? `(${name})` : name;
}
