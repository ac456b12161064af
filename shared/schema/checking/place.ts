import type { OutputUnit } from '@cfworker/json-schema';
import type { Json } from '../../tool/json.ts';
import { isObject } from '../json/is-object.ts';
import { own } from '../json/own.ts';

/** The location without its last token. */
export const parent = (location: string): string => location.slice(0, location.lastIndexOf('/'));

/** Whether one error of a validator's cascade explains another that stands above it. */
export const isBelow = (unit: OutputUnit, above: OutputUnit): boolean =>
  unit.keywordLocation.startsWith(`${above.keywordLocation}/`);

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
