import type { Json, JsonSchema } from '../../tool/json.ts';
import type { Issue } from '../issue.ts';
import { measure } from '../json/measure.ts';
import { MAX_DEPTH } from '../too-deep.ts';
import { whole } from './whole.ts';

const MAX_SCHEMA_NODES = 50_000;
const MAX_VALUE_NODES = 500_000;
const MAX_CHARACTERS = 50_000_000;

/** Why a schema and a value are not even looked at: their depth or their size. */
export function tooLarge(schema: JsonSchema, value: Json): Issue | undefined {
  return oversize('schema', schema, MAX_SCHEMA_NODES) ?? oversize('value', value, MAX_VALUE_NODES);
}

function oversize(what: string, subject: Json, most: number): Issue | undefined {
  const { nodes, depth, characters } = measure(subject, most + 1);
  if (depth > MAX_DEPTH)
    return whole('depth', `The ${what} is nested deeper than ${MAX_DEPTH} levels`);
  if (nodes > most) return whole('size', `The ${what} has more than ${most} parts`);
  return characters > MAX_CHARACTERS
    ? whole('size', `The ${what} has more than ${MAX_CHARACTERS} characters`)
    : undefined;
}
