import type { Context, Input } from '../context.ts';
import { ask, type Finding } from '../decision.ts';
import { judgeVariable } from './judge-variable.ts';
import type { WrapperRule } from '../rules/wrappers.ts';
import { plainWord, type Word } from '../words/word.ts';

const value = (word: Word | undefined) => word?.values?.[0];

/**
 * Whether an option takes the next word. In a group of letters, the first one with a value takes the rest of
 * the word, if there is any.
 */
const takesNext = (option: string, { valued = '', valuedLong = [] }: WrapperRule): boolean => {
  if (option.startsWith('--')) return valuedLong.includes(option);
  const letters = [...option.slice(1)];
  const first = letters.findIndex((letter) => valued.includes(letter));
  return first >= 0 && first === letters.length - 1;
};

/** Judges a program that runs the command among its operands: its own options and that command. */
export const judgeWrapper = (
  name: string,
  rule: WrapperRule,
  words: Word[],
  context: Context,
  input: Input,
): Finding[] => {
  const findings: Finding[] = rule.asks ? [ask(name, rule.asks)] : [];
  let at = 0;
  for (; at < words.length; at++) {
    const option = value(words[at]);
    if (option === undefined || !option.startsWith('-') || option === '-') break;
    if (option === '--') {
      at++;
      break;
    }
    if (rule.harmless && !rule.harmless.includes(option))
      findings.push(ask(name, 'changes-how-command-runs', { option }));
    if (words[at]?.splits || !words[at]?.certain)
      findings.push(ask(name, 'words-command-cannot-seen'));
    const script = /^(-S|--split-string|-c|--command)(?:=?(.+))?$/s.exec(option);
    if (script && (name === 'env' || rule.shell))
      findings.push(...context.judgeText(script[2] ?? value(words[at + 1]) ?? ''));
    if (takesNext(option, rule) && words[++at]?.splits)
      findings.push(ask(name, 'words-command-cannot-seen'));
  }
  const skipped = words.slice(at, at + (rule.skip ?? 0));
  if (skipped.some((word) => word.splits || word.mayDash))
    findings.push(ask(name, 'words-command-cannot-seen'));
  at += skipped.length;
  while (rule.assignments && /^[A-Za-z_]\w*=/.test(value(words[at]) ?? words[at]?.source ?? '')) {
    const assigned = /^\w+/.exec(value(words[at]) ?? words[at]?.source ?? '')?.[0] ?? '';
    findings.push(...judgeVariable(assigned, true));
    if (!words[at]?.certain && value(words[at]) !== undefined)
      findings.push(ask(name, 'words-command-cannot-seen'));
    at++;
  }
  const command = words.slice(at);
  if (rule.shell) return [...findings, ...judgeJoined(name, command, context)];
  if (command.length > 0) return [...findings, ...context.judgeWords(command, input)];
  return findings.length > 0
    ? findings
    : context.judgeWords([...words.slice(0, 0), bare(name)], {});
};

/** The words are joined by spaces and read by a shell. */
const judgeJoined = (name: string, words: Word[], context: Context): Finding[] => {
  const text = words.map((word) => value(word) ?? word.source).join(' ');
  const seen = words.every((word) => word.certain && word.values);
  const unseen = seen ? [] : [ask(name, 'text-made-from-what-not')];
  // An eval sets variables for the rest of the script, where the judge would not see them.
  const sets =
    name === 'eval' &&
    /[=({]|\b(read|for|select|mapfile|readarray|getopts|cd|let|shift)\b/.test(text);
  if (sets) unseen.push(ask(name, 'change-what-rest-script-means'));
  return [...unseen, ...(text.trim() === '' ? [] : context.judgeText(text))];
};

/** `env` alone prints the environment, as printenv does. */
const bare = (name: string): Word => plainWord(name === 'env' ? 'printenv' : ':', name);
