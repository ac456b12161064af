import type { Json, JsonSchema } from '../../../shared/tool/json.ts';
import { resolveSchema } from '../run/resolve-schema.ts';

/** A schema's type in a word or two: `integer`, `string[]`, `enum`, `int | null`. */
export function typeName(schema: Json | undefined, root: JsonSchema, depth = 3): string {
  const own = resolveSchema(schema, root);
  const types = [own['type']].flat().filter((type) => typeof type === 'string');
  const lower = types.map((type) => type.toLowerCase());
  const canBeNull = lower.includes('null') || own['nullable'] === true;
  if (Array.isArray(own['enum']))
    return canBeNull || own['enum'].includes(null) ? 'enum | null' : 'enum';
  if (own['const'] !== undefined) return JSON.stringify(own['const']);
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
