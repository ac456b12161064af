import type { OutputUnit, Schema } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject, own } from '../json/values.ts';
import { SUBSCHEMA_KEYWORDS } from '../subschemas.ts';

interface Located {
  /** The prepared schema whose keyword was violated. */
  schema: Schema;
  /** The keywords above it, without the names and indexes that belong to the author. */
  trail: string[];
}

/** The location without its last token. */
export const parent = (location: string): string => location.slice(0, location.lastIndexOf('/'));

/**
 * Returns the errors of a validator's cascade that explain the one at an index: those that follow it directly
 * and concern the same item.
 */
export function below(units: readonly OutputUnit[], index: number): OutputUnit[] {
  const { keywordLocation, instanceLocation } = units[index]!;
  let end = index + 1;
  for (let unit = units[end]; unit !== undefined; unit = units[++end]) {
    const { instanceLocation: place } = unit;
    if (!unit.keywordLocation.startsWith(`${keywordLocation}/`)) break;
    if (place !== instanceLocation && !place.startsWith(`${instanceLocation}/`)) break;
  }
  return units.slice(index + 1, end);
}

/** Returns the part of a value at the path of the tokens. */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const token of tokens) {
    if (Array.isArray(at)) at = at[Number(token)];
    else if (isObject(at)) at = own(at, token);
    else return undefined;
  }
  return at;
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

/** Decodes a token of the validator, which encodes it as in a JSON pointer and then as in a URI fragment. */
export function decodeToken(token: string): string {
  return decodeURIComponent(token).replace(/~1/g, '/').replace(/~0/g, '~');
}
