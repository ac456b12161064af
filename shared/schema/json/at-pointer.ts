import type { Json } from '../../tool/json.ts';
import { isObject } from './is-object.ts';
import { own } from './own.ts';
import { pointerTokens } from './pointer-tokens.ts';

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
