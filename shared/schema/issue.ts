import type { Json } from '../tool/json.ts';

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
