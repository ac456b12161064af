import type { Json } from '../../tool/json.ts';
import { isObject, own } from './values.ts';

/** A JSON pointer (RFC 6901) further down from `base`. */
export function jsonPointer(base: string, ...tokens: (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replace(/~/g, '~0').replace(/\//g, '~1')}`,
    base,
  );
}

/** The names and indexes that a JSON pointer (RFC 6901) goes through. */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** The value at a JSON pointer, or undefined when there is none. */
export function atPointer(root: Json, pointer: string): Json | undefined {
  let current: Json | undefined = root;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(current)) current = /^\d+$/.test(token) ? current[Number(token)] : undefined;
    else if (isObject(current)) current = own(current, token);
    else return undefined;
  }
  return current;
}
