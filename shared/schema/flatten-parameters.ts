import type { Loss } from '../tool/format.ts';
import type { Json, JsonSchema } from '../tool/json.ts';
import { isObject } from './json/values.ts';
import { Losses } from './providers/losses.ts';
import { ROOT } from './providers/visible.ts';
import { mainType } from './sample-arguments.ts';

/** A row of the flat list that older hosts use. Source: seed 003, ToolParameter. */
export interface ToolParameter {
  name: string;
  type: 'string' | 'number' | 'boolean' | 'object' | 'array';
  description: string;
  required: boolean;
  enum?: Json[];
}

const flat: Record<string, ToolParameter['type']> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  object: 'object',
  array: 'array',
};
const SAID = new Set(['type', 'description', 'enum']);

/** A schema as a flat list of parameters, with the losses of that form (A3.34). */
export function flattenParameters(
  tool: string,
  schema: JsonSchema,
): { parameters: ToolParameter[]; losses: Loss[] } {
  const losses = new Losses(tool);
  const required = Array.isArray(schema.required) ? schema.required : [];
  for (const keyword of Object.keys(schema))
    if (!['type', 'properties', 'required'].includes(keyword))
      losses.drop(ROOT, keyword, 'list-no-place');
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const parameters = properties.map(([name, property]): ToolParameter => {
    const at = `${ROOT}/properties/${name.replace(/~/g, '~0').replace(/\//g, '~1')}`;
    const own = isObject(property) ? property : {};
    const main = mainType(own);
    const type = flat[main ?? ''] ?? 'string';
    if ((main ?? 'string') !== type || Array.isArray(own.type))
      losses.rewrite(at, 'type', 'list-type', { given: [own.type].flat().join(' | '), type });
    for (const keyword of Object.keys(own))
      if (!SAID.has(keyword)) losses.drop(at, keyword, 'list-no-place');
    return {
      name,
      type,
      description: typeof own.description === 'string' ? own.description : '',
      required: required.includes(name),
      ...(Array.isArray(own.enum) ? { enum: own.enum } : {}),
    };
  });
  return { parameters, losses: losses.rows };
}
