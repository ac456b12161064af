import type { ModelFault } from '../../../shared/protocol/models.ts';

/** This many consecutive characters of a key count as a part of it. */
const PART = 6;
const INSTEAD = '[key]';

/**
 * Removes a key from a text: the whole key, any longer part, and the rest that providers show after asterisks.
 */
export function withoutKey(text: string, key: string | undefined): string {
  if (key === undefined || key === '') return text;
  const masked = text.replace(/[\w.-]*\*{3,}[\w.*-]*/g, INSTEAD);
  return [...new Set([key, encodeURIComponent(key), btoa(latin(key))])].reduce(
    withoutParts,
    masked,
  );
}

const latin = (text: string) => String.fromCharCode(...new TextEncoder().encode(text));

function withoutParts(text: string, key: string): string {
  const length = Math.min(PART, key.length);
  const parts = new Set<string>();
  for (let at = 0; at + length <= key.length; at += 1) parts.add(key.slice(at, at + length));
  let out = '';
  let at = 0;
  while (at < text.length) {
    if (!parts.has(text.slice(at, at + length))) {
      out += text[at] ?? '';
      at += 1;
      continue;
    }
    at += 1;
    while (parts.has(text.slice(at, at + length))) at += 1;
    at += length - 1;
    out += INSTEAD;
  }
  return out;
}

/** Removes a key from a fault and its values. */
export const faultWithoutKey = (fault: ModelFault, key: string | undefined): ModelFault => ({
  ...fault,
  message: withoutKey(fault.message, key),
  values: Object.fromEntries(
    Object.entries(fault.values).map(([name, value]) => [
      name,
      typeof value === 'string' ? withoutKey(value, key) : value,
    ]),
  ),
});
