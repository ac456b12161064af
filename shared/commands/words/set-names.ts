import type { Context } from '../context.ts';
import type { Syntax } from '../syntax.ts';
import type { Word } from './word.ts';

/** Shell builtins that set the variables that their operands name. */
const setters =
  /^(read|mapfile|readarray|getopts|printf|let|wait|unset|export|declare|typeset|local|readonly)$/;

/** The same names anywhere in a text without its quotes. */
const setting = new RegExp(String.raw`\b${setters.source.slice(1, -1)}\b`);

/** Whether a text may name such a builtin. Most texts do not. */
export const maySet = (text: string): boolean =>
  text.includes("$'") || setting.test(text.replace(/["'\\]/g, ''));

/** Returns the words of a command without its assignments and redirections. */
export const wordsOf = (command: Syntax, context: Context): Word[] =>
  command.children
    .filter((child) => child.named && !/redirect|variable_assignment/.test(child.type))
    .flatMap((child) => context.readWord(child));

/**
 * Returns the names that a command may set. Every word counts, and every suffix of an option's word, as in
 * `-aname`: a superfluous name only makes one more variable unknown.
 */
export const setNames = (command: Syntax, context: Context): string[] => {
  if (!maySet(command.text)) return [];
  const words = wordsOf(command, context);
  const called = words.findIndex((word) => setters.test(word.values?.[0] ?? ''));
  if (called < 0) return [];
  const names = words.slice(called + 1).flatMap((word) =>
    (word.values ?? []).flatMap((text) => {
      const [, letters = '', rest = ''] = /^(-\w)(.*)$/s.exec(text) ?? [];
      return letters === '' ? [text] : [text, ...ends(rest)];
    }),
  );
  return ['REPLY', ...names.map((text) => text.replace(/[^\w].*/s, ''))].filter((text) =>
    /^[A-Za-z_]\w*$/.test(text),
  );
};

const ends = (text: string): string[] =>
  Array.from({ length: Math.min(text.length, 64) }, (_, at) => text.slice(at));
