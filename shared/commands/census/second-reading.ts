import type { Reason } from '../../tool/problem/reason.ts';
import { ansiC } from '../words/ansi-c.ts';
import { ask, type Finding, type Segment } from '../decision.ts';
import { forbidden } from '../judges/forbidden.ts';
import { nesting } from '../nesting.ts';
import type { Parse } from '../open-parser.ts';
import type { Syntax } from '../syntax.ts';
import { plainWord, type Word } from '../words/word.ts';
import { disagreement } from './disagreement.ts';
import type { Census, Span } from './scan.ts';
import { takeCensus } from './take-census.ts';

/** The highest number of commands that are also judged one by one; more are only judged together. */
const MOST_ALONE = 100;
const SHOWN = 80;
const DEEPEST = 500;

/** Judges for the parts of a script whose two readings differ. */
export interface Judges {
  judgeWords(words: Word[]): Finding[];
  /** Judges a part as a script, with a single reading. */
  judgeText(script: string): Segment[];
}

/** Removes the quotes from a word and inserts the values that the script assigns to variables. */
const unquoted = (source: string, values: ReadonlyMap<string, string>): string =>
  source.replace(
    /\\([^])|\$'((?:\\[^]|[^\\'])*)'|'([^']*)'|\$?"|\$\{?(\w+)(?:[^\w}][^}]*\})?\}?/g,
    (_all, escaped, ansi, single, name) => {
      if (escaped !== undefined) return escaped === '\n' ? '' : escaped;
      if (ansi !== undefined) return ansiC(ansi) ?? '';
      return single ?? (name === undefined ? '' : (values.get(name) ?? ''));
    },
  );

const slice = (script: string, { start, end }: Span) => script.slice(start, end);

/** Returns the denials for every command of the census, whatever the tree makes of it. */
const refusals = (script: string, census: Census, judges: Judges): Segment[] => {
  const values = new Map<string, string>();
  const assignments: string[] = [];
  for (const { words, name } of census.commands)
    for (const span of words) {
      const [all, variable = ''] = /^([A-Za-z_]\w*)\+?=/.exec(slice(script, span)) ?? [];
      if (all === undefined || (name && span.start >= name.start && values.has(variable))) continue;
      assignments.push(slice(script, span));
      values.set(variable, unquoted(slice(script, span).slice(all.length), values));
    }
  const segments: Segment[] = [];
  const alone: string[] = [];
  for (const { words, name } of census.commands) {
    if (!name) continue;
    const sources = words
      .filter(({ start }) => start >= name.start)
      .map((one) => slice(script, one));
    const text = sources.join(' ');
    alone.push(text);
    const read = sources.map((source) => plainWord(unquoted(source, values), source));
    for (const finding of judges.judgeWords(read)) segments.push({ ...finding, text });
  }
  for (const span of census.redirects)
    if (!slice(script, span).startsWith('<<')) alone.push(`: ${slice(script, span)}`);
  const before = assignments.join('\n');
  segments.push(...judges.judgeText(`${before}\n${alone.join('\n')}`));
  if (alone.length <= MOST_ALONE)
    for (const text of alone) segments.push(...judges.judgeText(`${before}\n${text}`));
  return segments.filter(({ decision }) => decision === 'deny');
};

/** Returns the first forbidden program that the census finds in a script without a tree. */
export const refusedUnread = (script: string): string | undefined => {
  // The census recurses at each bracket.
  if (nesting(script) > DEEPEST) return undefined;
  const place = { boundary: '', directory: '' };
  for (const { words } of takeCensus(script).commands) {
    const read = words.map((one) => plainWord(unquoted(slice(script, one), new Map())));
    for (const [at, word] of read.entries()) {
      const name = word.values?.[0] ?? '';
      if (forbidden(name, read.slice(at + 1, at + 20), place) !== undefined) return name;
    }
  }
  return undefined;
};

/**
 * Returns the script on one line without comments and with the same length. The grammar parses that form more
 * reliably.
 */
const onOneLine = (script: string, { newlines, gaps }: Census): string => {
  const letters = script.split('');
  for (const at of newlines) letters[at] = ';';
  for (const { start, end } of gaps) letters.fill(' ', start, end);
  return letters.join('');
};

const starts = ({ commands }: Census): string =>
  commands.map(({ words }) => words.map(({ start }) => start).join()).join(';');

/** A script, its tree and its census, and the offset at which the two differ, if they do. */
export interface Reading {
  root: Syntax;
  text: string;
  census: Census;
  differs: number | undefined;
}

/**
 * Reads a script with the grammar and with the census. If they differ, parses once more with `;` for each
 * newline that the census takes for a separator; the tree and the census must then find the same commands.
 */
export const readTwice = (parse: Parse, script: string): Reading | { unreadable: Reason } => {
  const root = parse(script);
  if ('unreadable' in root) return root;
  const census = takeCensus(script);
  const differs = disagreement(root, census, script);
  const reading = { root, text: script, census, differs };
  if (differs === undefined || census.doubts.length > 0) return reading;
  const text = onOneLine(script, census);
  const again = parse(text);
  if ('unreadable' in again) return reading;
  const counted = takeCensus(text);
  if (starts(counted) !== starts(census)) return reading;
  return disagreement(again, counted, text) === undefined
    ? { root: again, text, census: counted, differs: undefined }
    : reading;
};

/**
 * Returns one segment that asks, and the denials, for a script whose two readings differ or whose tree is
 * incomplete.
 */
export const judgeDifference = (reading: Reading, judges: Judges): Segment[] => {
  const { text: script, census, differs } = reading;
  const shown = script.slice(differs ?? 0).trimStart();
  const text = shown.length > SHOWN ? `${shown.slice(0, SHOWN)}…` : shown;
  const asked = ask('syntax', 'what-bash-makes-this-part');
  return [{ ...asked, text }, ...refusals(script, census, judges)];
};
