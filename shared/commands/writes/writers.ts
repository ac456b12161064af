import type { Written } from './written.ts';

interface Writer {
  /** Options that say nothing about where it writes: letters that can stand together. */
  letters: string;
  /** What it writes, from its operands; undefined where they make no sense. */
  writes(operands: string[], options: string): Written[] | undefined;
}

const each =
  (as: 'entry' | 'file') =>
  (operands: string[]): Written[] =>
    operands.map((path) => ({ path, as }));

/** The last of the operands is where the others go. */
const destination = (operands: string[]): Written | undefined => {
  const path = operands.at(-1);
  const names = operands.slice(0, -1).map((source) => source.replace(/\/+$/, '').split('/').at(-1));
  // The name of `..` is another one.
  if (path === undefined || names.length === 0 || names.some((name) => !name || name === '.'))
    return undefined;
  return { path, as: 'into', names: names.filter((name) => name !== undefined) };
};

/**
 * Programs that write what they are given and nothing else. Source: GNU coreutils 9.1; an option that
 * is not here takes a value, makes backups or goes by other rules.
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
 * What a command of literal words writes. `other`: it is no program of the table. Undefined where it is
 * one, and what it writes cannot be told.
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
