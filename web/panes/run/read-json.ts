import type { Json } from '../../../shared/tool/json.ts';

/** The JSON value that a text is, in a wrapper because null is one, or undefined. */
export function readJson(text: string): { value: Json } | undefined {
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}
