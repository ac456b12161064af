import { matchesPattern } from './matches-pattern.ts';
import { parsePattern } from './parse-pattern.ts';

export type Found =
  | { kind: 'answered'; matches: boolean }
  /** The pattern is no regular expression, or could run for ever. */
  | { kind: 'refused'; why: string };

/** Steps that a backtracking engine may take at the most. */
const MAX_STEPS = 10_000_000;

/** Whether a pattern is found in a text, in bounded time whatever the pattern and the text are. */
export function findPattern(pattern: string, text: string): Found {
  const engine = compile(pattern, 'u') ?? compile(pattern, '');
  if (engine === undefined) return { kind: 'refused', why: 'it is no regular expression' };
  const tree = parsePattern(pattern);
  if (tree !== undefined) {
    const matches = matchesPattern(tree, text);
    if (matches !== undefined) return { kind: 'answered', matches };
  }
  // Looking around needs the engine, which goes back over the text once for each open repetition.
  if (/\)(?:[*+]|\{\d+,?\d*\})/.test(pattern)) {
    return { kind: 'refused', why: 'a repeated group beside a look-around could run for ever' };
  }
  const repetitions = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  if (text.length ** Math.max(1, repetitions) > MAX_STEPS) {
    return { kind: 'refused', why: `the text of ${text.length} characters is too long for it` };
  }
  return { kind: 'answered', matches: engine.test(text) };
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}
