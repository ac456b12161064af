import type { Context, Input } from './context.ts';
import { ask, type Finding } from './decision.ts';
import { judgeVariable } from './judge-variable.ts';
import { readers } from './rules/readers.ts';
import type { WrapperRule } from './rules/wrappers.ts';
import type { Word } from './word.ts';

const value = (word: Word | undefined) => word?.values?.[0];

/** A program that starts the command among its operands: the command is judged, and the wrapper's options. */
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
      findings.push(ask(name, `"${option}" changes how the command runs`));
    const script = /^(-S|--split-string|-c|--command)(?:=?(.+))?$/s.exec(option);
    if (script && (name === 'env' || rule.shell))
      findings.push(...context.judgeText(script[2] ?? value(words[at + 1]) ?? ''));
    const last = option.at(-1) ?? '';
    const takes = option.startsWith('--')
      ? rule.valuedLong?.includes(option)
      : rule.valued?.includes(last);
    if (takes) at++;
  }
  at += rule.skip ?? 0;
  while (rule.assignments && /^[A-Za-z_]\w*=/.test(value(words[at]) ?? words[at]?.source ?? '')) {
    const assigned = /^\w+/.exec(value(words[at]) ?? words[at]?.source ?? '')?.[0] ?? '';
    findings.push(...judgeVariable(assigned, true));
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
  const unseen = seen ? [] : [ask(name, 'its text is made from what is not known')];
  return [...unseen, ...(text.trim() === '' ? [] : context.judgeText(text))];
};

/** `env` alone prints the environment, as printenv does. */
const bare = (name: string): Word => ({
  source: name,
  values: [name === 'env' ? 'printenv' : ':'],
  certain: true,
  leadingWild: false,
  inside: false,
  nested: [],
  alarms: [],
});

const xargsValued = /^-[adEILnPs]$/;

/** xargs appends what it reads to a command: names inside the workspace, or words that cannot be seen. */
export const judgeXargs = (words: Word[], context: Context, input: Input): Finding[] => {
  let at = 0;
  let ended = false;
  for (; at < words.length && !ended; at++) {
    const option = value(words[at]) ?? '';
    if (!option.startsWith('-')) break;
    if (xargsValued.test(option)) at++;
    ended = option === '--';
  }
  const exact = words.slice(0, at).some((word) => /^-(0|-null)/.test(value(word) ?? ''));
  const command = words.slice(at);
  const program = value(command[0]) ?? 'echo';
  const reader = Object.hasOwn(readers, program) ? readers[program] : undefined;
  // Split at blanks, a file name such as "a -o b" becomes an option; exact names begin with a path.
  const names = input.names === true;
  const risks = !exact && (reader?.risky?.length ?? 0) > 0 && program !== 'grep';
  const findings: Finding[] = risks
    ? [ask('xargs', 'a file name with a blank may be taken for an option')]
    : [];
  if (!reader) findings.push(ask('xargs', `what "${program}" is given cannot be seen`));
  const inner = command.length > 0 ? command : [{ ...bare('echo'), values: ['echo'] }];
  return [...findings, ...context.judgeWords(inner, names ? {} : { names: false })];
};
