import type { Context } from '../context.ts';
import { ask, type Finding } from '../decision.ts';
import { isInside } from '../paths.ts';
import type { Word } from '../words/word.ts';

/** Judges a word that names a file to read. A file outside the workspace needs approval. */
export const judgePath = (word: Word, rule: string, context: Pick<Context, 'place'>): Finding[] => {
  if (word.inside) return [];
  const [path] = word.values ?? [];
  if (word.exact && word.values?.every((one) => one === '' || isInside(one, context.place)))
    return [];
  if (!word.certain || path === undefined) {
    return [ask(rule, 'file-names-cannot-seen', { text: word.source })];
  }
  if (path === '-' || path === '' || isInside(path, context.place)) return [];
  return [ask(rule, 'outside-workspace', { path })];
};

export const judgePaths = (words: Word[], rule: string, context: Context): Finding[] =>
  words.flatMap((word) => judgePath(word, rule, context));
