import type { Json, JsonSchema } from '../tool/json.ts';
import { MAX_DEPTH, measure } from './json/values.ts';

/** Why a value does not fit a schema: one leaf, in one sentence. */
export interface Issue {
  /** Where in the value, with dots, such as `a.b.0`; empty for the value itself. */
  path: string;
  /** The same place as a JSON pointer, for names that have dots themselves. */
  pointer: string;
  keyword: string;
  /** What was expected and what was given. Sentence case, no full stop. */
  message: string;
  /** The part of the schema that is violated, repeated. */
  expected: Json;
}

/** An issue of the whole, not of a place within the value. */
export function whole(keyword: string, message: string, expected: Json = true): Issue {
  return { path: '', pointer: '', keyword, message, expected };
}

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
