import type { Json } from '../../tool/json.ts';
import { isObject, own } from './values.ts';

/** Returns the JSON pointer (RFC 6901) to a place below `base`. */
export function jsonPointer(base: string, ...tokens: (string | number)[]): string {
  return tokens.reduce<string>(
    (pointer, token) => `${pointer}/${String(token).replace(/~/g, '~0').replace(/\//g, '~1')}`,
    base,
  );
}

/** Returns the names and indexes of a JSON pointer (RFC 6901). */
export function pointerTokens(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((token) => token.replace(/~1/g, '/').replace(/~0/g, '~'));
}

/** Returns the value at a JSON pointer, or undefined if there is none. */
export function atPointer(root: Json, pointer: string): Json | undefined {
  let current: Json | undefined = root;
  for (const token of pointerTokens(pointer)) {
    if (Array.isArray(current)) current = /^\d+$/.test(token) ? current[Number(token)] : undefined;
    else if (isObject(current)) current = own(current, token);
    else return undefined;
  }
  return current;
}
