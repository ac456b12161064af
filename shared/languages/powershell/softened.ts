import { parenthesisEnd } from './scan-text.ts';
import type { Scan } from './scan-text.ts';

type Edit = [from: number, text: string];

/**
 * Yields variants of a script in which forms that the grammar does not know are replaced by known ones of the
 * same length: code on the line of `param()`, operators of PowerShell 7, base classes, then all function
 * bodies.
 */
export function* softened(source: string, scan: Scan): Generator<string> {
  const { code } = scan;
  const first = [...afterParameters(code), ...newerOperators(code), ...bases(code)];
  yield edited(source, first);
  yield edited(source, [...first, ...hollow(scan)]);
}

function edited(source: string, edits: Edit[]): string {
  const signs = source.split('');
  for (const [from, text] of edits) {
    for (let at = 0; at < text.length; at += 1) signs[from + at] = text[at] ?? ' ';
  }
  return signs.join('');
}

/** Moves the code after `param($x)` to a new line. */
function afterParameters(code: string): Edit[] {
  return [...code.matchAll(/\bparam\s*\(/gi)].flatMap(({ 0: head, index }): Edit[] => {
    const end = parenthesisEnd(code, index + head.length - 1);
    return end !== undefined && /^[ \t]+[^\s}]/.test(code.slice(end, end + 200))
      ? [[end, '\n']]
      : [];
  });
}

const numbers =
  /(?<![\w$.\])-])(?:0x[\da-f]+|0b[01]+|(?:\d+(?:\.(?!\.))?\d*|\.\d+)(?:e[-+]?\d+)?)[a-z]{0,2}?(?:[kmgtp]b)?(?![\w.(])/gi;

function newerOperators(code: string): Edit[] {
  const edits: Edit[] = [];
  for (const { 0: found, index } of code.matchAll(
    /\?\?=|\?\?|(?<=[\w}\])])\?\.|(?<![\w.$-]|\b(?:function|filter)\s+)clean(?=\s*\{)/gi,
  )) {
    if (found === '??=') edits.push([index, '  =']);
    else if (found === '??') edits.push([index, ' +']);
    else if (found === '?.') edits.push([index, '::']);
    else edits.push([index, 'end  ']);
  }
  // Binary numbers, and numbers with capital units, suffixes or exponents.
  for (const { 0: number, index } of code.matchAll(numbers)) {
    edits.push([index, '1'.repeat(number.length)]);
  }
  for (const { index } of code.matchAll(/`(?=\d+\[)/g)) edits.push([index, 'x']);
  for (const { index } of code.matchAll(/\[\](?=\[\])/g))
    edits.push([index, '[,'], [index + 2, ',]']);
  // Generic type arguments in separate brackets.
  for (const { 0: opening, index } of code.matchAll(/(?<=\[\s*[\w.]+)\[\s*\[/g)) {
    const end = closedAt(code, index);
    const rest = /^\s*(?=\[)/.exec(code.slice(end, end + 20))?.[0] ?? '';
    if (end > index + opening.length) edits.push([index, 'x'.repeat(end + rest.length - index)]);
  }
  // `$a ? $b : $c` becomes a sum of the three. `| ? { }` is a filter.
  for (const { index } of code.matchAll(/(?<=[\w)\]}'"]\s+)\?(?=\s)/g)) {
    const colon = colonOf(code, index + 1);
    if (colon !== undefined) edits.push([index, '+'], [colon, '+']);
  }
  return edits;
}

function colonOf(code: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    const sign = code[at] ?? '';
    if ('([{'.includes(sign)) depth += 1;
    if (')]}'.includes(sign) && (depth -= 1) < 0) return undefined;
    if (depth === 0 && sign === ';') return undefined;
    if (
      depth === 0 &&
      sign === ':' &&
      /\s/.test(code[at - 1] ?? '') &&
      /\s/.test(code[at + 1] ?? '')
    )
      return at;
  }
  return undefined;
}

/** Removes bases: `class A : B {`, `enum A : int {`, `A() : base() {`. */
function bases(code: string): Edit[] {
  const found =
    /(?<=\b(?:class|enum)\s+\w+)\s*:[^{\n]*(?=\{)|(?<=\))\s*:\s*base\s*\([^{\n]*(?=\{)/gi;
  const attributes = /\[[\w.]+\([^\])]*\)\](?=\s*(?:enum|class)\b)/gi;
  return [...code.matchAll(found), ...code.matchAll(attributes)].map(({ 0: text, index }) => [
    index,
    ' '.repeat(text.length),
  ]);
}

/** Empties function bodies except for their parameters and comments, which are all that the outline needs. */
function hollow({ code, comments }: Scan): Edit[] {
  const edits: Edit[] = [];
  let last = 0;
  for (const { 0: head, index } of code.matchAll(/\b(?:function|filter)\s+[^\s({]+\s*[({]/gi)) {
    const at = index + head.length - 1;
    const open = code[at] === '(' ? code.indexOf('{', closedAt(code, at)) : at;
    if (index < last || open < 0) continue;
    last = closedAt(code, open);
    const begin = open + 1;
    const [before = '', after = ''] =
      /^[^{}]*?\bparam\s*(?=\()/i.exec(code.slice(begin, last)) ?? [];
    const from = before === '' ? begin : closedAt(code, begin + before.length) + after.length;
    if (from < last - 1) edits.push([from, comments.slice(from, last - 1)]);
  }
  return edits;
}

/** Returns the offset after the closing bracket. */
function closedAt(code: string, from: number): number {
  let depth = 0;
  for (let at = from; at < code.length; at += 1) {
    if ('([{'.includes(code[at] ?? '')) depth += 1;
    if (')]}'.includes(code[at] ?? '') && (depth -= 1) === 0) return at + 1;
  }
  return code.length;
}
