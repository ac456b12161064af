import type { Context, Input } from './context.ts';
import { allow, ask, type Finding } from './decision.ts';
import { judgePaths } from './judge-operands.ts';
import { readOptions } from './options.ts';
import type { ReaderRule } from './rules/readers.ts';
import type { Word } from './word.ts';

/** A program that only reads, as long as its options keep it one. */
export const judgeReader = (
  name: string,
  rule: ReaderRule,
  words: Word[],
  context: Context,
  input: Input,
): Finding[] => {
  const options = readOptions(words, rule);
  const findings = options.risky.map((option) =>
    ask(name, `"${option}" makes ${name} write, start a program or read what cannot be seen`),
  );
  const risks = (rule.risky?.length ?? 0) > 0;
  if (options.hidden && risks && rule.operands !== 'text')
    findings.push(ask(name, 'a word that cannot be seen may be an option'));
  const named = rule.patternOptions?.some((option) => options.names.includes(option)) ?? false;
  // An index in a name is computed, and may run a command.
  if (rule.operands === 'names' && options.operands.some((word) => !/^\w+$/.test(word.source)))
    findings.push(ask(name, 'it sets something other than a plain variable'));
  const operands =
    rule.operands === 'text' || rule.operands === 'names'
      ? []
      : rule.operands === 'pattern' && !named
        ? options.operands.slice(1)
        : options.operands;
  // The names that a pipe brings are operands too.
  const piped = input.names === false && rule.operands !== 'text';
  if (piped) findings.push(ask(name, 'the file names that the pipe brings cannot be seen'));
  if (input.names && risks) findings.push(ask(name, 'a file name may be taken for an option'));
  if (rule.most !== undefined && options.operands.length > rule.most)
    findings.push(ask(name, rule.why ?? 'too many operands'));
  findings.push(...judgePaths([...options.paths, ...operands], name, context));
  return findings.length > 0 ? findings : [allow(name, 'it only reads')];
};
