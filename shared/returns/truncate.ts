import { ExactNumber, plainNumber } from '../tool/exact-number.ts';
import { ruleFault, type RuleFault } from './rule-faults.ts';

/** The kept and dropped parts of a cut, in code points. */
interface Cut {
  text: string;
  kept: number;
  dropped: number;
}

/** Keeps the first `limit` code points; never splits a surrogate pair. */
export function truncate(text: string, limit: number): Cut {
  let end = 0;
  let kept = 0;
  while (end < text.length && kept < limit) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    kept += 1;
  }
  return { text: text.slice(0, end), kept, dropped: count(text, end) };
}

function count(text: string, from: number): number {
  let points = 0;
  for (let at = from; at < text.length; points += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return points;
}

/**
 * The limit of `truncate` in return.json, or why there is none. Source: the three-layer system cuts only for
 * a positive integer and otherwise leaves the output whole.
 */
export function truncateLimit(
  rule: unknown,
): { limit: number } | { ignored: RuleFault } | undefined {
  if (rule === undefined || rule === null) return undefined;
  if (typeof rule !== 'number' && !(rule instanceof ExactNumber))
    return { ignored: ruleFault('rule-limit-no-number') };
  const limit = plainNumber(rule);
  const given = String(rule);
  if (limit === undefined || !Number.isSafeInteger(limit))
    return { ignored: ruleFault('rule-limit-no-integer', { given }) };
  if (limit <= 0) return { ignored: ruleFault('rule-limit-too-low', { given }) };
  return { limit };
}
