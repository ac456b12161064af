import type { Json } from '../../tool/json.ts';

/** What a keyword says, and the place of the schema that holds it. */
export interface Part {
  value: Json;
  at: string;
  /** Where the entries of a map stand that came from another schema. */
  moved?: ReadonlyMap<string, string>;
}

/** Keyword to what it says. */
export type Flat = Map<string, Part>;
