import type { Phrase } from '../../tool/problem/phrase.ts';
import { parsePattern } from './parse-pattern.ts';
import type { PatternNode } from './parse-pattern.ts';

type Found =
  | { kind: 'answered'; matches: boolean }
  /** The pattern is not a regular expression, or could run forever. */
  | { kind: 'refused'; why: Phrase };

/** The highest number of steps for a backtracking engine. */
const MOST_ENGINE_STEPS = 10_000_000;

/** Whether a text contains a match of a pattern. Takes bounded time for any pattern and text. */
export function findPattern(pattern: string, text: string): Found {
  const engine = engineOf(pattern, 'u') ?? engineOf(pattern, '');
  if (engine === undefined) return { kind: 'refused', why: { code: 'pattern-invalid' } };
  const tree = parsePattern(pattern);
  if (tree !== undefined) {
    const matches = matchesPattern(tree, text);
    if (matches !== undefined) return { kind: 'answered', matches };
  }
  // Lookarounds need the engine, which backtracks over the text once for each open repetition.
  if (/\)(?:[*+]|\{\d+,?\d*\})/.test(pattern)) {
    return { kind: 'refused', why: { code: 'pattern-endless' } };
  }
  const repetitions = pattern.match(/[*+]|\{\d+,\d*\}/g)?.length ?? 0;
  if (text.length ** Math.max(1, repetitions) > MOST_ENGINE_STEPS) {
    return {
      kind: 'refused',
      why: { code: 'pattern-text-too-long', values: { count: text.length } },
    };
  }
  return { kind: 'answered', matches: engine.test(text) };
}

function engineOf(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags);
  } catch {
    return undefined;
  }
}

type Step =
  | { test: (sign: string) => boolean; next: number }
  | { edge: 'start' | 'end' | 'word' | 'inside'; next: number }
  | { either: number[] };

const MAX_STEPS = 5_000;
const MAX_WORK = 50_000_000;

/**
 * Whether a text contains a match of a pattern. Follows all paths through the pattern at once (Thompson), so
 * the time is bounded by text times pattern. Returns undefined if that product is too large, or if a part is
 * no regular expression.
 */
function matchesPattern(pattern: PatternNode, text: string): boolean | undefined {
  const steps: Step[] = [];
  const start = build(pattern, -1, steps);
  if (start === undefined || steps.length * text.length > MAX_WORK) return undefined;
  const signs = [...text];
  let states = new Set<number>();
  for (let at = 0; ; at++) {
    reach(start, at, signs, steps, states);
    if (states.has(-1)) return true;
    if (at >= signs.length) return false;
    const after = new Set<number>();
    for (const state of states) {
      const step = steps[state]!;
      if ('test' in step && step.test(signs[at]!)) reach(step.next, at + 1, signs, steps, after);
    }
    states = after;
  }
}

/** Appends the steps of a node, which lead to `next`, and returns its first step; -1 is a match. */
function build(node: PatternNode, next: number, steps: Step[]): number | undefined {
  if (steps.length > MAX_STEPS) return undefined;
  switch (node.type) {
    case 'one': {
      const test = oneSign(node.source);
      return test && steps.push({ test, next }) - 1;
    }
    case 'edge':
      return steps.push({ edge: node.edge, next }) - 1;
    case 'sequence':
      return node.parts.reduceRight<number | undefined>(
        (then, part) => (then === undefined ? undefined : build(part, then, steps)),
        next,
      );
    case 'choice': {
      const either: number[] = [];
      for (const option of node.options) {
        const begin = build(option, next, steps);
        if (begin === undefined) return undefined;
        either.push(begin);
      }
      return steps.push({ either }) - 1;
    }
    case 'repeat':
      return buildRepeat(node, next, steps);
  }
}

function buildRepeat(
  { of, min, max }: Extract<PatternNode, { type: 'repeat' }>,
  next: number,
  steps: Step[],
): number | undefined {
  if (min > MAX_STEPS || (max !== Infinity && max > MAX_STEPS)) return undefined;
  let begin: number | undefined = next;
  if (max === Infinity) {
    const either: number[] = [next];
    begin = steps.push({ either }) - 1;
    const again = build(of, begin, steps);
    if (again === undefined) return undefined;
    either.push(again);
  } else {
    for (let i = min; i < max && begin !== undefined; i++) {
      const once = build(of, begin, steps);
      begin = once === undefined ? undefined : steps.push({ either: [once, next] }) - 1;
    }
  }
  for (let i = 0; i < min && begin !== undefined; i++) begin = build(of, begin, steps);
  return begin;
}

function reach(from: number, at: number, signs: string[], steps: Step[], states: Set<number>) {
  const open = [from];
  for (let state = open.pop(); state !== undefined; state = open.pop()) {
    if (states.has(state)) continue;
    states.add(state);
    const step = steps[state];
    if (step === undefined) continue;
    if ('either' in step) open.push(...step.either);
    else if ('edge' in step && holds(step.edge, at, signs)) open.push(step.next);
  }
}

function holds(edge: 'start' | 'end' | 'word' | 'inside', at: number, signs: string[]): boolean {
  if (edge === 'start') return at === 0;
  if (edge === 'end') return at === signs.length;
  const word = (sign: string | undefined) => sign !== undefined && /^\w$/.test(sign);
  return (word(signs[at - 1]) !== word(signs[at])) === (edge === 'word');
}

/**
 * Returns a test for one code point, with the engine's rules for classes and escapes. Returns undefined if
 * the source is no regular expression, neither with the `u` flag nor without it (many authors write
 * `[\w\-.]`).
 */
function oneSign(source: string): ((sign: string) => boolean) | undefined {
  const test = compile(source, 'u') ?? compile(source, '');
  if (test === undefined) return undefined;
  const known = new Map<string, boolean>();
  return (sign) => {
    const found = known.get(sign) ?? test.test(sign);
    known.set(sign, found);
    return found;
  };
}

function compile(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(`^(?:${source})$`, flags);
  } catch {
    return undefined;
  }
}
