import type { Report } from './parameters.ts';

const ends: Record<string, string> = {
  '{': '}',
  '(': ')',
  '[': ']',
  '${': '}',
  '<#': '#>',
  "@'": "'@",
  '@"': '"@',
};

interface Missed {
  name: string;
  start: number;
  end: number;
}

/** Whether the top level of a script has parameters. */
export const takesParameters = (code: string): boolean => /\bparam\s*\(/i.test(topLevel(code));

/** An unbalanced character: one that opens and is never closed, or one that closes nothing. */
export interface Fault {
  kind: 'unclosed' | 'unopened';
  sign: string;
  /** The offset in UTF-16 code units. */
  at: number;
}

export interface Scan {
  /** The text with blanks for strings and comments; offsets and lines stay. */
  code: string;
  /** The text with blanks for everything except comments. */
  comments: string;
  fault?: Fault;
}

const closers: Record<string, string> = { '{': '}', '(': ')', '[': ']' };
const openers = new Set(Object.values(closers));

/**
 * Separates code from strings and comments, and finds the first unbalanced character. Expects plain quotes
 * and dashes.
 */
export function scanText(source: string): Scan {
  const code = source.split('');
  const comments = source.replace(/[^\n]/g, ' ').split('');
  const open: { sign: string; at: number }[] = [];
  let fault: Fault | undefined;
  const blank = (from: number, to: number) => {
    for (let at = from; at < to; at += 1) if (code[at] !== '\n') code[at] = ' ';
    return to;
  };
  let at = 0;
  while (at < source.length && fault === undefined) {
    const sign = source[at] ?? '';
    const end = opaqueEnd(source, at);
    if (end === undefined) {
      fault = {
        kind: 'unclosed',
        sign: source.slice(at, at + (sign === '<' || sign === '@' ? 2 : 1)),
        at,
      };
    } else if (end > at) {
      // Keeps the quotes of a string, so that it still counts as a value.
      const keep = sign === "'" || sign === '"' ? 1 : 0;
      blank(at + keep, end - keep);
      if (sign === '#' || sign === '<') for (; at < end; at += 1) comments[at] = source[at] ?? ' ';
      at = end;
    } else {
      if (closers[sign] !== undefined) open.push({ sign, at });
      if (openers.has(sign)) {
        const last = open.pop();
        if (last && closers[last.sign] !== sign) fault = { kind: 'unclosed', ...last };
        if (!last) fault = { kind: 'unopened', sign, at };
      }
      at += 1;
    }
  }
  const left = open.at(-1);
  if (left && !fault) fault = { kind: 'unclosed', ...left };
  return { code: code.join(''), comments: comments.join(''), ...(fault ? { fault } : {}) };
}

/**
 * Returns the end of the string, comment, braced name or escaped character at an offset; `at` if none begins
 * there; undefined if it never ends.
 */
function opaqueEnd(source: string, at: number): number | undefined {
  const sign = source[at];
  const found = (end: number, length: number) => (end < 0 ? undefined : end + length);
  // The number in the name of a generic type.
  if (sign === '`' && /\d/.test(source[at + 1] ?? '')) return at;
  if (sign === '`') return Math.min(at + 2, source.length);
  if (sign === '#' && !/[\w$}\])'"-]/.test(source[at - 1] ?? '')) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end;
  }
  // A program gets the rest of the line unchanged.
  if (
    sign === '-' &&
    /^--%(?=\s)/.test(source.slice(at, at + 4)) &&
    /\s/.test(source[at - 1] ?? '')
  ) {
    const end = source.indexOf('\n', at);
    return end < 0 ? source.length : end;
  }
  if (sign === '<' && source[at + 1] === '#') return found(source.indexOf('#>', at + 2), 2);
  if (sign === '$' && source[at + 1] === '{') return found(source.indexOf('}', at), 1);
  if (sign === '@' && /^@['"][ \t]*\n/.test(source.slice(at, at + 200))) {
    return found(source.indexOf(`\n${source[at + 1] ?? ''}@`, at + 2), 3);
  }
  if (sign === "'") return quoteEnd(source, at);
  return sign === '"' ? textEnd(source, at) : at;
}

function quoteEnd(source: string, at: number): number | undefined {
  for (let end = at + 1; end < source.length; end += 1) {
    if (source[end] !== "'") continue;
    if (source[end + 1] !== "'") return end + 1;
    end += 1;
  }
  return undefined;
}

/** Returns the end of a double-quoted string, whose `$( )` may contain further strings. */
function textEnd(source: string, at: number): number | undefined {
  for (let end = at + 1; end < source.length; end += 1) {
    const sign = source[end];
    if (sign === '`') end += 1;
    else if (sign === '$' && source[end + 1] === '(') {
      const inner = parenthesisEnd(source, end + 1);
      if (inner === undefined) return undefined;
      end = inner - 1;
    } else if (sign === '"') {
      if (source[end + 1] !== '"') return end + 1;
      end += 1;
    }
  }
  return undefined;
}

/** Returns the offset after the closing parenthesis. */
export function parenthesisEnd(source: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < source.length;) {
    const end = opaqueEnd(source, at);
    if (end === undefined) return undefined;
    if (end === at) {
      if (source[at] === '(') depth += 1;
      if (source[at] === ')' && (depth -= 1) === 0) return at + 1;
    }
    at = Math.max(end, at + 1);
  }
  return undefined;
}

/** Returns the functions at the top level of a script that were not read. */
export function missedFunctions(code: string, names: ReadonlySet<string>): Missed[] {
  const headings = topLevel(code).matchAll(/\b(?:function|filter)\s+([^\s({]+)\s*(?=[({])/gi);
  return [...headings].flatMap(({ 0: head, 1: written = '', index }) => {
    const name = written.replace(/^(global|script|local|private):/i, '');
    const end = index + head.trimEnd().length;
    return names.has(name.toLowerCase()) ? [] : [{ name, start: index, end }];
  });
}

/** Returns the code with blanks for everything in braces. */
function topLevel(code: string): string {
  let depth = 0;
  return code.replace(/[^\n]/g, (sign) => {
    if (sign === '}') depth -= 1;
    const shown = depth === 0 ? sign : ' ';
    if (sign === '{') depth += 1;
    return shown;
  });
}

/** Reports an unbalanced character. Source: the messages of PowerShell's parser. */
export function reportUnbalanced({ kind, sign, at }: Fault, report: Report): void {
  const place = { start: at, end: at + sign.length };
  if (kind === 'unopened') {
    const message = `This "${sign}" closes nothing; add what it should close, or remove it`;
    report('error', 'powershell-unopened', place, message, { sign });
    return;
  }
  const end = ends[sign] ?? sign;
  const message = `This "${sign}" is not closed; add the missing "${end}"`;
  report('error', 'powershell-unclosed', place, message, { sign, end });
}
