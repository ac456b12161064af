import type { Json } from '../../tool/json.ts';
import type { Issue } from '../issue.ts';

/** An issue of the whole, not of a place within the value. */
export function whole(keyword: string, message: string, expected: Json = true): Issue {
  return { path: '', pointer: '', keyword, message, expected };
}
