import type { Context, Input } from '../context.ts';
import { allow, ask, deny, type Finding } from '../decision.ts';
import { forbidden } from './forbidden.ts';
import { judgeFind } from './judge-find.ts';
import { judgeGit } from './judge-git.ts';
import { judgePrintf } from './judge-printf.ts';
import { isProgram, judgeProgram } from './judge-program.ts';
import { judgeReader } from './judge-reader.ts';
import { judgeShell } from './judge-shell.ts';
import { judgeWrapper } from './judge-wrapper.ts';
import { judgeXargs } from './judge-xargs.ts';
import { isInside } from '../paths.ts';
import { doings } from '../rules/doings.ts';
import { lastingEffect } from '../rules/lasting.ts';
import { readers } from '../rules/readers.ts';
import { versioned } from '../rules/versioned.ts';
import { shells, wrappers } from '../rules/wrappers.ts';
import type { Word } from '../words/word.ts';

const systemFolders = /^\/(usr\/(local\/)?)?s?bin\/(?=[^/]+$)/;
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Returns the text of a word if it is certain, else ''. */
const surely = (word: Word | undefined): string =>
  (word?.certain && !word.splits ? word.values?.[0] : undefined) ?? '';

/** Returns the texts of a word, and those after `=` in forms such as `of=path` and `--output=path`. */
const writtenPaths = ({ values }: Word): string[] =>
  (values ?? []).flatMap((text) => [text, text.replace(/^[\w-]+=/, '')]);

/**
 * Returns denials. Guessed names count, because they can only refuse. A guess such as `$x` may contain
 * several words.
 */
const refusals = (words: Word[], context: Context): Finding[] => {
  const [first, ...rest] = words;
  return (first?.values ?? []).flatMap((value) => {
    const [name = '', ...more] = first?.certain ? [value] : value.trim().split(/\s+/);
    const guessed = more.map((text) => ({ ...rest[0], values: [text] }) as Word);
    const reason = forbidden(name, [...guessed, ...rest], context.place);
    return reason === undefined ? [] : [deny('forbidden', reason)];
  });
};

const judgeSet = (words: Word[]): Finding[] => {
  const plain = words.every((word) =>
    /^([-+][euxvo]+|pipefail|errexit|nounset|xtrace)$/.test(surely(word)),
  );
  return [plain ? allow('set', 'only-makes-script-stricter') : ask('set', 'changes-shell')];
};

/**
 * Judges `cd`. An absolute directory outside the workspace moves the place; one inside it changes nothing.
 */
const judgeCd = (words: Word[], context: Context): Finding[] => {
  const target = words.find((word) => word.values?.[0] !== '--');
  const path = target?.values?.[0];
  if (path?.startsWith('/')) {
    if (!isInside(path, context.place)) context.moveTo(path.replace(/(.)\/+$/, '$1'));
  }
  if (target?.inside && !target.splits && !target.mayDash) return [allow('cd', 'stays-workspace')];
  if (path === undefined || !target?.certain || target.splits || path.startsWith('-'))
    return [ask('cd', 'where-goes-cannot-seen')];
  return isInside(path, context.place)
    ? [allow('cd', 'stays-workspace')]
    : [ask('cd', 'outside-workspace', { path })];
};

/** Judges `trap` and `alias`, whose text becomes a command later. */
const judgeTrap = (name: string, words: Word[], context: Context): Finding[] => {
  const text = words[0]?.values?.[0]?.replace(/^[\w.-]+=/, '');
  const parts = text === undefined ? [] : context.judgeText(text);
  return [...parts, ask(name, 'keeps-command-later')];
};

const sure = (word: Word | undefined) => (word?.certain ? (word.values?.[0] ?? '') : '');

/**
 * Whether the words of `test` only compare strings or numbers. The number of words and the single operator
 * decide that, whatever the strings are. Source: POSIX, test.
 */
const comparesTexts = (words: Word[]): boolean => {
  const asked = sure(words[0]) === '!' ? words.slice(1) : words;
  if (asked.some((word) => word.splits)) return false;
  if (asked.length === 2) return /^-[nz]$/.test(sure(asked[0]));
  return asked.length === 3 && /^(=|==|!=|-(eq|ne|lt|le|gt|ge))$/.test(sure(asked[1]));
};

const judgeNamed = (name: string, words: Word[], context: Context, input: Input): Finding[] => {
  if (words.length === 1 && versioned.get(name)?.test(surely(words[0])))
    return [allow(name, 'tells-version')];
  if (name === 'test' && comparesTexts(words)) return [allow(name, 'only-compares')];
  if (name === 'cd') return judgeCd(words, context);
  if (name === 'set') return judgeSet(words);
  if (name === 'printf') return judgePrintf(words);
  if (name === 'find') return judgeFind(words, context);
  if (name === 'git') return judgeGit(words, context);
  if (name === 'xargs') return judgeXargs(words, context, input);
  if (name === 'trap' || name === 'alias') return judgeTrap(name, words, context);
  if (name === 'command' && /^-[vV]$/.test(surely(words[0])))
    return [allow(name, 'only-tells-what-name-means')];
  if (isProgram(name)) return judgeProgram(name, words, context);
  if (shells.has(name)) return judgeShell(name, words, context, input);
  const wrapper = own(wrappers, name);
  if (wrapper) return judgeWrapper(name, wrapper, words, context, input);
  const reader = own(readers, name);
  if (reader) return judgeReader(name, reader, words, context, input);
  return [ask('unknown', doings.get(name) ?? 'unknown-program', { name })];
};

/**
 * Judges one simple command by the rule of its name. `at` is its offset in the script if it is written there;
 * only such a command may call a function.
 */
export const judgeCommand = (
  words: Word[],
  context: Context,
  input: Input,
  at?: number,
): Finding[] => {
  const [first, ...rest] = words;
  if (!first) return [];
  const alarms = words.flatMap((word) => word.alarms.map((alarm) => ask('expansion', alarm)));
  const refused = refusals(words, context);
  if (refused.length > 0) return [...refused, ...alarms];
  const value = first.certain ? first.values?.[0] : undefined;
  if (value === undefined)
    return [...alarms, ask('unknown', 'unseen-program', { text: first.source })];
  if (at !== undefined && context.functions.runs(value, at))
    return [...alarms, allow('function', 'body-was-judged-where-written')];
  const name = value.replace(systemFolders, '');
  if (name.includes('/'))
    return [...alarms, ask('unknown', 'program-workspace-unusual-place', { text: value })];
  if (first.leadingWild || (/[*?[]/.test(name) && name !== '['))
    return [...alarms, ask('unknown', 'unseen-program', { text: value })];
  const found = judgeNamed(name, rest, context, input);
  // A command that may do more than read may write any file that it is given.
  const effect = found.some(({ decision }) => decision !== 'allow')
    ? rest.flatMap(writtenPaths).map(lastingEffect).find(Boolean)
    : undefined;
  return [...(effect === undefined ? [] : [ask('lasting', effect)]), ...alarms, ...found];
};
