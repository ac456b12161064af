import type { Context, Input } from '../context.ts';
import { allow, ask, type Finding } from '../decision.ts';
import { judgePaths } from './judge-operands.ts';
import { judgeVariable } from './judge-variable.ts';
import { type OptionTable, readOptions, readOptionTable } from '../programs/options.ts';
import type { ReaderRule } from '../rules/reader-rule.ts';
import type { Word } from '../words/word.ts';

const tables = new Map<string, OptionTable>();
const tableOf = (name: string, rule: ReaderRule): OptionTable => {
  const table = tables.get(name) ?? readOptionTable(rule.options);
  tables.set(name, table);
  return table;
};

/** Whether a word may be `-v` or `-R` of `test`, which look up a variable by name. */
const looks = (word: Word): boolean =>
  word.leadingWild || (word.certain ? /^-[vR]$/.test(word.values?.[0] ?? '') : word.mayDash);

const isOfForm = (word: Word, form: RegExp | undefined): boolean =>
  word.certain && !word.splits && form?.test(word.values?.[0] ?? '') === true;

/**
 * Judges names of variables to set. An index in a name is computed and may run a command; some names change
 * what programs do.
 */
const judgeNames = (name: string, words: Word[], operands: Word[]): Finding[] => {
  const set = operands.flatMap((word) => judgeVariable(word.values?.[0] ?? '', false));
  const listed = words.some((word) => /^-\w*a/.test(word.prefix));
  return listed || operands.some((word) => !/^\w+$/.test(word.source))
    ? [...set, ask(name, 'sets-something-other-plain-variable')]
    : set;
};

/**
 * Whether a file name from a wildcard may make the program do more than read files of this folder.
 * `--files0-from` does not: it names files to read, and no name leads out of the folder.
 */
const mayHarm = (rule: ReaderRule, table: OptionTable): boolean =>
  rule.replaces !== undefined ||
  [...table.options].some(([option, { risky }]) => risky && option !== '--files0-from');

/** Judges a program that only reads, unless an option or operand makes it do more. */
export const judgeReader = (
  name: string,
  rule: ReaderRule,
  words: Word[],
  context: Context,
  input: Input,
): Finding[] => {
  const table = tableOf(name, rule);
  const options = readOptions(words, table);
  const findings = options.risky.map((option) =>
    ask(name, 'makes-write-start-program-read', { option, name }),
  );
  for (const option of options.unknown)
    findings.push(ask(name, 'no-known-reading-option', { option, name }));
  if (table.none && rule.operands === 'paths' && words.some(looks))
    findings.push(ask(name, 'look-at-variable-whose-index'));
  const risks =
    rule.replaces !== undefined ||
    [...table.options.values()].some(({ risky, path }) => risky || path);
  const [pattern] = options.operands;
  const program = pattern?.certain && !pattern.splits ? pattern.values?.[0] : undefined;
  if (rule.refuses && pattern && (!program || rule.refuses.test(program)))
    findings.push(ask(name, 'program-read-other-files'));
  // A replacement happens before options are read, so the replaced text may be anywhere.
  const replaced =
    rule.replaces !== undefined && words.some((word) => rule.replaces?.test(word.prefix));
  if (replaced) findings.push(ask(name, rule.why ?? 'operand-makes-do-more-read'));
  if (options.hidden === 'names' ? mayHarm(rule, table) : options.hidden && risks)
    findings.push(ask(name, 'word-cannot-seen-option'));
  const named = options.names.some((given) =>
    rule.patternOptions?.some(
      (option) => option === given || (/^--./.test(given) && option.startsWith(given)),
    ),
  );
  if (rule.operands === 'names') findings.push(...judgeNames(name, words, options.operands));
  if (rule.operandForm && options.operands.some((word) => !isOfForm(word, rule.operandForm)))
    findings.push(ask(name, rule.why ?? 'operand-makes-do-more-read'));
  const operands =
    rule.operands === 'text' || rule.operands === 'names'
      ? []
      : rule.operands === 'pattern' && !named
        ? options.operands.slice(1)
        : options.operands;
  // File names from a pipe are operands, too.
  const piped = input.names !== undefined && rule.operands !== 'text';
  if (piped && input.names === false) findings.push(ask(name, 'file-names-pipe-brings-cannot'));
  if (piped && rule.most !== undefined) findings.push(ask(name, rule.why ?? 'too-many-operands'));
  const several = options.operands.some((word) => word.splits);
  if (rule.most !== undefined && (several || options.operands.length > rule.most))
    findings.push(ask(name, rule.why ?? 'too-many-operands'));
  findings.push(...judgePaths([...options.paths, ...operands], name, context));
  return findings.length > 0 ? findings : [allow(name, rule.does ?? 'only-reads')];
};
