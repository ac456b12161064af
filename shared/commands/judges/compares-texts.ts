import type { Word } from '../words/word.ts';

const sure = (word: Word | undefined) => (word?.certain ? (word.values?.[0] ?? '') : '');

/**
 * Whether the words of `test` only compare strings or numbers. The number of words and the single operator
 * decide that, whatever the strings are. Source: POSIX, test.
 */
export const comparesTexts = (words: Word[]): boolean => {
  const asked = sure(words[0]) === '!' ? words.slice(1) : words;
  if (asked.some((word) => word.splits)) return false;
  if (asked.length === 2) return /^-[nz]$/.test(sure(asked[0]));
  return asked.length === 3 && /^(=|==|!=|-(eq|ne|lt|le|gt|ge))$/.test(sure(asked[1]));
};
