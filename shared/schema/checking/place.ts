import type { OutputUnit } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { own } from '../json/own.ts';

/** The location without its last token. */
export const parent = (location: string): string => location.slice(0, location.lastIndexOf('/'));

/**
 * The errors of a validator's cascade that explain the one at an index: they come right after it,
 * and are of the same item of a list.
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

/** The part of a value that tokens lead to. */
export function valueAt(value: Json, tokens: readonly string[]): Json | undefined {
  let at: Json | undefined = value;
  for (const token of tokens) {
    if (Array.isArray(at)) at = at[Number(token)];
    else if (isObject(at)) at = own(at, token);
    else return undefined;
  }
  return at;
}
