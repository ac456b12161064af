import type { Word } from './word.ts';

/** What a rule says of a command's options. Long names are matched by every prefix, as getopt does. */
export interface OptionTable {
  /** Options that make it more than a reader, such as `-o` or `--output`. */
  risky?: readonly string[];
  /** Letters of short options that take a value. */
  valued?: string;
  /** Long options that take a value as the next word. */
  valuedLong?: readonly string[];
  /** Long options that take the next two words. */
  pairs?: readonly string[];
  /** Letters whose value, if any, is the rest of their own word. */
  attached?: string;
  /** Whether the first letter of a word says which option it is, and others after it are no options. */
  firstLetter?: boolean;
  /** Options, short or long, whose value is a path that is read. */
  paths?: readonly string[];
}

export interface ReadOptions {
  risky: string[];
  /** Values of options that name a path. */
  paths: Word[];
  operands: Word[];
  /** Whether a word that could be an option cannot be seen. */
  hidden: boolean;
  names: string[];
}

const part = (word: Word, text: string): Word => ({ ...word, values: [text], inside: false });

const isPrefix = (given: string, names: readonly string[] = []) =>
  names.find((name) => name.startsWith('--') && given.length > 2 && name.startsWith(given));

/** What a word surely says as an option; `--name=` before something that is not known is one, too. */
const optionText = (word: Word): string | undefined =>
  word.certain ? word.values?.[0] : /^--[\w-]+=/.exec(word.prefix)?.[0];

/** Splits the words after a command's name into options and operands. */
export const readOptions = (words: Word[], table: OptionTable): ReadOptions => {
  const answer: ReadOptions = { risky: [], paths: [], operands: [], hidden: false, names: [] };
  const wants: ((word: Word) => void)[] = [];
  let ended = false;
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
    if (!ended && (word.leadingWild || (word.splits && /^-(?!-[\w-]+=)/.test(word.prefix))))
      answer.hidden = true;
    if (ended || text === undefined || !/^-./s.test(text)) {
      answer.operands.push(word);
    } else if (text === '--') {
      ended = true;
    } else if (text.startsWith('--')) {
      const [name = '', ...rest] = text.split('=');
      answer.names.push(name);
      // A whole name is never the beginning of another, such as --type beside --type-add.
      const pair = table.pairs?.includes(name) ?? false;
      const known = pair || (table.valuedLong?.includes(name) ?? false);
      const risky = known ? undefined : isPrefix(name, table.risky);
      if (risky) answer.risky.push(risky);
      const path = isPrefix(name, table.paths);
      if (rest.length > 0 && path)
        answer.paths.push(word.exact ? part(word, rest.join('=')) : word);
      else if (rest.length === 0 && path) wants.push((value) => answer.paths.push(value));
      else if (rest.length === 0 && known) wants.push(() => undefined);
      if (pair) wants.push(() => undefined);
    } else {
      for (let at = 1; at < text.length; at++) {
        const letter = text[at] ?? '';
        const name = `-${letter}`;
        answer.names.push(name);
        if (table.risky?.includes(name)) answer.risky.push(name);
        if (table.attached?.includes(letter)) break;
        const isPath = table.paths?.includes(name) ?? false;
        const takes = isPath || (table.valued?.includes(letter) ?? false);
        if (!takes && table.firstLetter) break;
        if (!takes) continue;
        const rest = text.slice(at + 1);
        const take = (value: Word) => void (isPath && answer.paths.push(value));
        if (rest === '') wants.push(take);
        else take(part(word, rest));
        break;
      }
    }
  }
  return answer;
};
