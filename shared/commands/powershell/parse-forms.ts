import type { Parse } from '../open-parser.ts';
import type { Syntax } from '../syntax.ts';

/**
 * A comma between two bare words, as in `Name, Length`: the grammar does not know such lists. A comma before
 * a dash stays, because the next word would become a parameter.
 */
const between = /(?<=[\w*.?\]])[ \t]*,[ \t]*(?=[\w*.?[/\\$~])/g;

/** The multiplier of a number such as `1MB`, which the grammar does not know. */
const multiplier = /(?<=(?<![\w.])\d+)[kmgtp]b\b/gi;

/** Non-ASCII letters and digits in names. They become "z", which no keyword of PowerShell contains. */
const letter = /(?![\x00-\x7f])[\p{L}\p{Nd}]/gu;

/**
 * A script in which forms that the grammar does not know are replaced by others of the same length, and the
 * offsets at which the tree must contain the replacements.
 */
interface Respelled {
  text: string;
  /** Offsets at which parameter blocks must end. */
  ends: number[];
  /** Offsets at which sums must have their operator. */
  signs: number[];
}

/**
 * Parses a script. If that fails, tries again with blanks for the commas and replacements for the letters and
 * forms above. Each word of a list is judged by itself anyway, and everything else keeps its offset. Restores
 * the original text in the tree. Rejects a tree in which a replacement became something else.
 */
export function parseForms(parse: Parse, text: string): ReturnType<Parse> {
  const first = parse(text);
  if ('unreadable' in first || !isBroken(first)) return first;
  const blanked = [between, multiplier].reduce(
    (left, form) => left.replaceAll(form, (found) => ' '.repeat(found.length)),
    text,
  );
  // Other lists need their commas, so the commas are removed only if nothing else works.
  let best = first;
  for (const respelled of [respell(text), respell(blanked)]) {
    const plain = respelled.text.replaceAll(letter, (sign) => (sign.length === 1 ? 'z' : sign));
    const other = plain === text ? first : parse(plain);
    if ('unreadable' in other || !reads(other, respelled)) continue;
    if (!isBroken(other)) return withText(other, respelled.text);
    // Its tree shows the remaining error.
    if (best === first) best = withText(other, respelled.text);
  }
  return best;
}

/**
 * Moves the code after `param()` to a new line, and replaces `$a ?? $b` by a sum: both operands are judged
 * alike.
 */
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

/**
 * Returns the offset after the closing parenthesis. Counts parentheses in strings, too; the tree reveals such
 * a mistake.
 */
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

/** Whether the parser failed at a part or inserted a missing one. */
export const isBroken = (node: Syntax): boolean => brokenPlace(node) !== undefined;

/** Returns the first and smallest node at which the parser failed. */
export function brokenPlace(node: Syntax): Syntax | undefined {
  for (const child of node.children) {
    const inner = brokenPlace(child);
    if (inner) return inner;
  }
  return node.missing || node.type === 'ERROR' ? node : undefined;
}
