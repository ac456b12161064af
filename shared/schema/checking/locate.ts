import type { Schema } from '@cfworker/json-schema';
import { SUBSCHEMA_KEYWORDS } from '../subschema-keywords.ts';

export interface Located {
  /** The prepared schema whose keyword was violated. */
  schema: Schema;
  /** The keywords above it, without the names and indexes that belong to the author. */
  trail: string[];
}

/** Follows a validator's location, such as `#/properties/a/$ref/type`, to the schema that holds its last keyword. */
export function locate(root: Schema, location: string): Located {
  const tokens = location.split('/').slice(1, -1).map(decodeToken);
  const trail: string[] = [];
  let schema: Schema = root;
  for (let at = 0; at < tokens.length; at++) {
    const keyword = tokens[at]!;
    trail.push(keyword);
    let next: unknown = (schema as Record<string, unknown>)[keyword];
    if (keyword === '$ref') next = root.$defs?.[schema.$ref!.slice('#/$defs/'.length)];
    else if (SUBSCHEMA_KEYWORDS.get(keyword) === 'map' || Array.isArray(next)) {
      next = (next as Record<string, unknown>)[tokens[++at]!];
    }
    schema = next as Schema;
  }
  return { schema, trail };
}

/** A token as the validator writes it: a JSON pointer's, then a URI fragment's. */
export function decodeToken(token: string): string {
  return decodeURIComponent(token).replace(/~1/g, '/').replace(/~0/g, '~');
}
