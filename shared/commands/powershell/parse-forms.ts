import type { Parse } from '../open-parser.ts';
import type { Syntax } from '../syntax.ts';

/**
 * A comma between two bare words. The grammar does not know lists of them, such as `Name, Length`. One
 * before a dash stays: what follows would become a parameter, which it is not.
 */
const between = /(?<=[\w*.?\]])[ \t]*,[ \t]*(?=[\w*.?[/\\$~])/g;

/** `1MB` is a number, too. */
const multiplier = /(?<=(?<![\w.])\d+)[kmgtp]b\b/gi;

/** Letters of names, which are those of any language. None of PowerShell's own words has a "z". */
const letter = /(?![\x00-\x7f])[\p{L}\p{Nd}]/gu;

/** The same, with forms that the grammar does not know in others of the same length, which it must read at these places. */
interface Respelled {
  text: string;
  /** Where blocks of parameters must end. */
  ends: number[];
  /** Where sums must have their sign. */
  signs: number[];
}

/**
 * Parses a script; one that cannot be parsed is tried again with blanks in place of such commas and letters, and with
 * other forms that say the same. Every word of a list is judged on its own then, as it is anyway, and everything else
 * stays at its place, with the letters that it had. What the grammar takes for something else than it is, is not taken.
 */
export function parseForms(parse: Parse, text: string): ReturnType<Parse> {
  const first = parse(text);
  if ('unreadable' in first || !isBroken(first)) return first;
  const blanked = [between, multiplier].reduce(
    (left, form) => left.replaceAll(form, (found) => ' '.repeat(found.length)),
    text,
  );
  // Commas of other lists must stay where they are, so they go only where nothing else helps.
  let best = first;
  for (const respelled of [respell(text), respell(blanked)]) {
    const plain = respelled.text.replaceAll(letter, (sign) => (sign.length === 1 ? 'z' : sign));
    const other = plain === text ? first : parse(plain);
    if ('unreadable' in other || !reads(other, respelled)) continue;
    if (!isBroken(other)) return withText(other, respelled.text);
    // It names the place that is left.
    if (best === first) best = withText(other, respelled.text);
  }
  return best;
}

/** A line of its own for what follows `param()`, and a sum for `$a ?? $b`: both sides are judged alike. */
function respell(text: string): Respelled {
  const signs = text.split('');
  const respelled: Respelled = { text, ends: [], signs: [] };
  for (const { 0: head, index } of text.matchAll(/\bparam\s*\(/gi)) {
    const end = closedAt(text, index + head.length - 1);
    if (end === undefined || !/^[ \t]+[^\s}]/.test(text.slice(end, end + 200))) continue;
    respelled.ends.push(end);
    signs[end] = '\n';
  }
  for (const { index } of text.matchAll(/\?\?(?!=)/g)) {
    respelled.signs.push(index + 1);
    signs.splice(index, 2, ' ', '+');
  }
  return { ...respelled, text: signs.join('') };
}

/** Behind the parenthesis that closes the one that stands there; those in texts count, too: the tree tells. */
function closedAt(text: string, from: number): number | undefined {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')' && (depth -= 1) === 0) return at + 1;
  }
  return undefined;
}

function reads(root: Syntax, { ends, signs }: Respelled): boolean {
  const [blocks, sums] = [new Set<number>(), new Set<number>()];
  const look = (node: Syntax): void => {
    if (node.type === 'param_block') blocks.add(node.end);
    if (node.type === 'additive_expression')
      for (const { type, start } of node.children) if (type === '+') sums.add(start);
    node.children.forEach(look);
  };
  look(root);
  return ends.every((end) => blocks.has(end)) && signs.every((sign) => sums.has(sign));
}

const withText = (node: Syntax, text: string): Syntax => ({
  ...node,
  text: text.slice(node.start, node.end),
  children: node.children.map((child) => withText(child, text)),
});

/** Whether the grammar gave up somewhere, or made something up to go on. */
export const isBroken = (node: Syntax): boolean => brokenPlace(node) !== undefined;

/** Where it did so: the smallest place, the first of several. */
export function brokenPlace(node: Syntax): Syntax | undefined {
  for (const child of node.children) {
    const inner = brokenPlace(child);
    if (inner) return inner;
  }
  return node.missing || node.type === 'ERROR' ? node : undefined;
}
