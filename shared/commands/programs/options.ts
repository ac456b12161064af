import type { Word } from '../words/word.ts';

/**
 * The values of an option: none; the rest of its word or else the next word; only the rest of its word; two
 * words.
 */
type Takes = 'nothing' | 'word' | 'rest' | 'pair';

interface Option {
  takes: Takes;
  /** Whether its value names a file to read. */
  path: boolean;
  /** Whether it makes the program do more than read. */
  risky: boolean;
}

export interface OptionTable {
  options: ReadonlyMap<string, Option>;
  /** Whether only the first letter of a word is an option. */
  firstLetter: boolean;
  /** Whether all words after the first operand are operands. */
  leading: boolean;
  /** Whether the program has no options, so that every word is an operand. */
  none: boolean;
}

const takes: Readonly<Record<string, Takes>> = {
  ':': 'word',
  '=': 'word',
  '@': 'word',
  '?': 'rest',
  '==': 'pair',
};

/**
 * Parses an option table. `-abc` are letters without a value, `-k:` takes a value, `-f@` a path to read,
 * `-I?` a value only in the same word; `--long`, `--long=`, `--long@` and `--long?` likewise; `--long==`
 * takes two words. `-#` is any number, `-+` is letters with a plus sign. `!` before an option means that the
 * option makes the program do more than read. `first-letter`, `leading` and `none` apply to the whole table.
 */
export const readOptionTable = (text: string): OptionTable => {
  const options = new Map<string, Option>();
  const words = text.split(/\s+/).filter(Boolean);
  for (const word of words) {
    const [, mark, name = '', sign = ''] = /^(!?)(--?[^:=@?]+)(==|[:=@?]?)$/.exec(word) ?? [];
    const option = { takes: takes[sign] ?? 'nothing', path: sign === '@', risky: mark === '!' };
    if (name.startsWith('--')) options.set(name, option);
    else if (name === '-#') for (const digit of '0123456789') options.set(`-${digit}`, option);
    else for (const letter of name.slice(1)) options.set(`-${letter}`, option);
  }
  const whole = (word: string) => words.includes(word);
  return {
    options,
    firstLetter: whole('first-letter'),
    leading: whole('leading'),
    none: whole('none'),
  };
};

export interface ReadOptions {
  risky: string[];
  /** Options that the table lacks, including shortened long options. */
  unknown: string[];
  /** Values of options that are paths. */
  paths: Word[];
  operands: Word[];
  /** Whether an unknown word may be an option; `names` if only file names from a wildcard may be. */
  hidden: boolean | 'names';
  names: string[];
}

const part = (word: Word, text: string): Word => ({ ...word, values: [text], inside: false });

/** Returns the certain text of an option; also `--name=` before an unknown value. */
const optionText = (word: Word): string | undefined =>
  word.certain ? word.values?.[0] : /^--[\w-]+=/.exec(word.prefix)?.[0];

const everywhere = new Set(['--help', '--version']);

type Want = (word: Word) => void;

const readLong = (word: Word, text: string, table: OptionTable, answer: ReadOptions): Want[] => {
  const [name = '', ...rest] = text.split('=');
  answer.names.push(name);
  const option = table.options.get(name);
  if (!option) {
    if (!everywhere.has(name) || rest.length > 0) answer.unknown.push(name);
    return [];
  }
  if (option.risky) answer.risky.push(name);
  const take = (value: Word) => void (option.path && answer.paths.push(value));
  if (rest.length > 0) take(word.exact ? part(word, rest.join('=')) : word);
  if (option.takes === 'pair') return [take, () => undefined];
  return option.takes === 'word' && rest.length === 0 ? [take] : [];
};

const readLetters = (word: Word, text: string, table: OptionTable, answer: ReadOptions): Want[] => {
  for (let at = 1; at < text.length; at++) {
    const name = `-${text[at]}`;
    const rest = text.slice(at + 1);
    answer.names.push(name);
    const option = table.options.get(name);
    if (!option) {
      answer.unknown.push(name);
      return [];
    }
    if (option.risky) answer.risky.push(name);
    const take = (value: Word) => void (option.path && answer.paths.push(value));
    if (option.takes === 'rest' || (option.takes === 'nothing' && table.firstLetter)) return [];
    if (option.takes === 'nothing') continue;
    if (rest === '') return [take];
    take(part(word, rest));
    return [];
  }
  return [];
};

/** Splits the words after a command's name into options and operands. */
export const readOptions = (words: readonly Word[], table: OptionTable): ReadOptions => {
  const answer: ReadOptions = {
    ...{ risky: [], unknown: [], paths: [], operands: [], names: [] },
    hidden: false,
  };
  const wants: Want[] = [];
  let ended = table.none;
  for (const word of words) {
    const want = wants.shift();
    if (want) {
      // If it becomes several words, only the first is the value.
      if (word.splits) answer.hidden = true;
      want(word);
      continue;
    }
    const text = optionText(word);
    if (!ended && text === undefined && word.mayDash) answer.hidden = true;
    if (!ended && word.splits && /^-(?!-[\w-]+=)/.test(word.prefix)) answer.hidden = true;
    // A wildcard at the start becomes file names of this folder; after an unknown part it may be any word.
    else if (!ended && word.leadingWild) answer.hidden ||= word.certain ? 'names' : true;
    if (ended || text === undefined || !/^-./s.test(text)) {
      answer.operands.push(word);
      ended = ended || table.leading;
    } else if (text === '--') ended = true;
    else wants.push(...(text.startsWith('--') ? readLong : readLetters)(word, text, table, answer));
  }
  return answer;
};
