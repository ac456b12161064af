import { computesNumber } from '../words/arithmetic.ts';
import type { Context } from '../context.ts';
import { allow, ask, type Finding } from '../decision.ts';
import { judgePath } from './judge-operands.ts';
import type { Syntax } from '../syntax.ts';

/** Tests that compute, and tests that look up a variable by name. */
const computing = /-(eq|ne|lt|le|gt|ge)\b/;
const looking = /-[vR]\b/;
/** Tests of files. */
const files = /^\[+\s+(!\s+)?-a\s|\s-([b-hkprstuwxGLNOS]|ef|nt|ot)\s/;

/** Whether a word is one number or a numeric variable, quoted or not. */
const isNumber = (node: Syntax, context: Context): boolean => {
  if (node.type !== 'string') return computesNumber(node, context);
  const inner = node.children.filter((child) => child.named);
  return inner.length === 1 && inner.every((child) => computesNumber(child, context));
};

/**
 * Judges `[ … ]` and `[[ … ]]`. In `[[ … ]]`, `-eq` and similar operators compute, and an index in a computed
 * operand may run a command.
 */
export const judgeTest = (
  node: Syntax,
  wordTypes: ReadonlySet<string>,
  context: Context,
): { finding: Finding; words: Syntax[] } => {
  const words: Syntax[] = [];
  const walk = (at: Syntax): void => {
    if (wordTypes.has(at.type)) words.push(at);
    else at.children.forEach(walk);
  };
  node.children.forEach(walk);
  const double = node.children[0]?.type === '[[';
  // An unquoted word may become "-v" and an index that runs a command.
  const open = double
    ? []
    : words.flatMap((at) => context.readWord(at)).filter((one) => one.splits);
  if (open.some((word) => word.mayDash))
    return { finding: ask('test', 'word-without-quotes-become-test'), words };
  const read = words.flatMap((at) => context.readWord(at));
  const [outside] = files.test(node.text)
    ? read.flatMap((word) => judgePath(word, 'test', context))
    : [];
  if (outside) return { finding: outside, words };
  const computes = double && computing.test(node.text);
  const looks = !double && read.some((word) => word.values?.some((text) => /^-[vR]$/.test(text)));
  const known = !computes || words.every((word) => isNumber(word, context));
  return {
    finding:
      known && !looks && !looking.test(node.text)
        ? allow('test', 'only-compares')
        : ask('test', 'computes-unknown-text'),
    words,
  };
};
