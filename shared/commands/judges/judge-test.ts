import { computesNumber } from '../words/arithmetic.ts';
import type { Context } from '../context.ts';
import { allow, ask, type Finding } from '../decision.ts';
import { judgePath } from './judge-operands.ts';
import type { Syntax } from '../syntax.ts';

/** Tests that compute, or look at a variable by a name that they are given. */
const computing = /-(eq|ne|lt|le|gt|ge)\b/;
const looking = /-[vR]\b/;
/** Tests of files. */
const files = /^\[+\s+(!\s+)?-a\s|\s-([b-hkprstuwxGLNOS]|ef|nt|ot)\s/;

/** A word that is one number, or a variable that holds one, with quotes or without. */
const isNumber = (node: Syntax, context: Context): boolean => {
  if (node.type !== 'string') return computesNumber(node, context);
  const inner = node.children.filter((child) => child.named);
  return inner.length === 1 && inner.every((child) => computesNumber(child, context));
};

/** `[[ … ]]` computes with `-eq` and its kin, and an index in what it computes may run a command. */
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
  // Without quotes a word may become "-v" and an index that runs a command.
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
