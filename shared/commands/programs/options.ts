import type { Word } from '../words/word.ts';

/** What an option takes: nothing, the next word unless the rest of its own is one, only that rest, or two words. */
type Takes = 'nothing' | 'word' | 'rest' | 'pair';

interface Option {
  takes: Takes;
  /** Whether its value names a file that is read. */
  path: boolean;
  /** Whether it makes the program more than a reader. */
  risky: boolean;
}

export interface OptionTable {
  options: ReadonlyMap<string, Option>;
  /** Whether the first letter of a word says which option it is, and others after it are no options. */
  firstLetter: boolean;
  /** Whether what follows the first operand is an operand, too. */
  leading: boolean;
  /** Whether it has no options at all, so that every word is an operand. */
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
 * Reads the options of a program: `-abc` are letters that take nothing, `-k:` takes a value, `-f@` a
 * path that is read, `-I?` a value only in the same word; `--long`, `--long=`, `--long@`, `--long?`
 * likewise, `--long==` two words. `-#` is any number, `-+` letters with a plus sign. `!` before an
 * option means that it makes the program more than a reader. `first-letter`, `leading` and `none` are
 * of the whole table.
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
  /** Options that the table does not name, the first letters of a long one among them. */
  unknown: string[];
  /** Values of options that name a path. */
  paths: Word[];
  operands: Word[];
  /** Whether a word that could be an option cannot be seen. */
  hidden: boolean | 'names';
  names: string[];
}

const part = (word: Word, text: string): Word => ({ ...word, values: [text], inside: false });

/** What a word surely says as an option; `--name=` before something that is not known is one, too. */
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
      // Of several words only the first is the value.
      if (word.splits) answer.hidden = true;
      want(word);
      continue;
    }
    const text = optionText(word);
    if (!ended && text === undefined && word.mayDash) answer.hidden = true;
    if (!ended && word.splits && /^-(?!-[\w-]+=)/.test(word.prefix)) answer.hidden = true;
    // A pattern alone becomes names of files here; with anything unknown it may be any word.
    else if (!ended && word.leadingWild) answer.hidden ||= word.certain ? 'names' : true;
    if (ended || text === undefined || !/^-./s.test(text)) {
      answer.operands.push(word);
      ended = ended || table.leading;
    } else if (text === '--') ended = true;
    else wants.push(...(text.startsWith('--') ? readLong : readLetters)(word, text, table, answer));
  }
  return answer;
};
