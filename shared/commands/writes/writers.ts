import type { Written } from './written.ts';

interface Writer {
  /** Letters of options that do not affect the written paths. They can be combined. */
  letters: string;
  /** Returns the written paths; undefined if the operands are invalid. */
  writes(operands: string[], options: string): Written[] | undefined;
}

const each =
  (as: 'entry' | 'file') =>
  (operands: string[]): Written[] =>
    operands.map((path) => ({ path, as }));

/** Returns the last operand as the destination of the others. */
const destination = (operands: string[]): Written | undefined => {
  const path = operands.at(-1);
  const names = operands.slice(0, -1).map((source) => source.replace(/\/+$/, '').split('/').at(-1));
  // `..` has another name.
  if (path === undefined || names.length === 0 || names.some((name) => !name || name === '.'))
    return undefined;
  return { path, as: 'into', names: names.filter((name) => name !== undefined) };
};

/**
 * Programs that only write the paths that they are given. Source: GNU coreutils 9.1. Options that are not
 * listed take a value, make backups or follow other rules.
 */
const writers: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  [
    'mkdir',
    {
      letters: 'pv',
      writes: (operands, options) =>
        operands.map((path) => ({ path, as: options.includes('p') ? 'folder' : 'entry' })),
    },
  ],
  ['touch', { letters: 'acm', writes: each('file') }],
  ['rm', { letters: 'rRfvd', writes: each('entry') }],
  ['rmdir', { letters: 'v', writes: each('entry') }],
  ['tee', { letters: 'a', writes: each('file') }],
  [
    'cp',
    {
      letters: 'rRapPLdfnuv',
      writes(operands) {
        const to = destination(operands);
        return to && [to];
      },
    },
  ],
  [
    'mv',
    {
      letters: 'fnuv',
      writes(operands) {
        const to = destination(operands);
        return to && [...each('entry')(operands.slice(0, -1)), to];
      },
    },
  ],
]);

/**
 * Returns the paths that a command of literal words writes, `other` if the program is not in the table, or
 * undefined if the program is in the table and its paths are unknown.
 */
export const writesOfProgram = (
  name: string,
  words: readonly string[],
): Written[] | 'other' | undefined => {
  const writer = writers.get(name);
  if (!writer) return 'other';
  const operands: string[] = [];
  let options = '';
  let ended = false;
  for (const word of words) {
    if (ended || !word.startsWith('-')) operands.push(word);
    else if (word === '--') ended = true;
    else if (/^-[A-Za-z]+$/.test(word)) options += word.slice(1);
    else return undefined;
  }
  if ([...options].some((letter) => !writer.letters.includes(letter))) return undefined;
  const found = writer.writes(operands, options);
  return found?.length === 0 ? undefined : found;
};
