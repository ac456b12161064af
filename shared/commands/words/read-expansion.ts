import { because } from '../because.ts';
import { computesNumber } from './arithmetic.ts';
import type { Context } from '../context.ts';
import { counted, type Expansion, statements, substitutions, unknown } from './expansion.ts';
import { isInside } from '../paths.ts';
import { printsNumber } from './prints-number.ts';
import { readParameter } from './read-parameter.ts';
import type { Syntax } from '../syntax.ts';

const wordsOf = (command: Syntax, context: Context) =>
  command.children.flatMap((child) => context.readWord(child));

/** Returns the output of `echo` or `printf` with known words, as in `$(echo text)`. */
const printed = (only: Syntax, context: Context): string[] | undefined => {
  const words = wordsOf(only, context);
  if (!/^(echo|printf)$/.test(words[0]?.values?.[0] ?? '')) return undefined;
  const texts = words.slice(1).map((word) => word.values?.[0]);
  return texts.includes(undefined) ? undefined : [texts.join(' ')];
};

const isPwd = (only: Syntax, context: Context): boolean =>
  /^pwd(\s+-[LP])?$/.test(only.text) && !context.functions.has('pwd');

/**
 * Bash removes these backslashes before it parses the commands between backquotes, so another script runs.
 */
const escapes = /\\[$`\\"\n]/;

const substituted = (node: Syntax, context: Context): Expansion => {
  const nested = statements(node);
  const [only, ...others] = nested;
  if (node.text.startsWith('`') && escapes.test(node.text))
    return unknown([because('holds-escapes-backquotes-take-away', { text: node.text })], nested);
  if (!only || others.length > 0) return unknown([], nested);
  if (printsNumber(only, context)) return { ...counted(context.place), nested };
  if (only.type === 'command' && isPwd(only, context)) {
    const inside = isInside('.', context.place);
    return { ...unknown([], nested), inside, here: inside, dashed: false };
  }
  const names = context.printsNames(only);
  const guesses = only.type === 'command' ? printed(only, context) : undefined;
  // Bash drops NUL from the output, so names that end in NUL run together.
  return { guesses, inside: names?.nul === false, dashed: true, nested, alarms: [] };
};

/**
 * Returns the possible values of a `$…`, backquote or process substitution, and the statements that run in
 * it.
 */
export const readExpansion = (node: Syntax, context: Context): Expansion => {
  switch (node.type) {
    case 'arithmetic_expansion': {
      const nested = substitutions(node);
      const safe = computesNumber(node, context);
      const alarm = because('expansion-computes-unknown-text', { text: node.text });
      return safe ? { ...unknown([], nested), single: true } : unknown([alarm], nested);
    }
    case 'expansion':
    case 'simple_expansion':
      return readParameter(node, context);
    case 'process_substitution': {
      const body = statements(node);
      const writes = node.children[0]?.text !== '<(';
      const expansion = unknown(
        writes ? [because('writes-into-program', { text: node.text })] : [],
        body,
      );
      return { ...expansion, inside: !writes, single: true, dashed: false };
    }
    default:
      return substituted(node, context);
  }
};
