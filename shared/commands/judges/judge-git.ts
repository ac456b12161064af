import type { Context } from '../context.ts';
import { allow, ask, deny, type Finding } from '../decision.ts';
import { judgePath } from './judge-operands.ts';
import { type OptionTable, readOptions, readOptionTable } from '../programs/options.ts';
import { gitGlobals, gitReaders, type GitRule } from '../rules/git.ts';
import type { Word } from '../words/word.ts';

/** The parts of the context that the rules for git use. */
type Judging = Pick<Context, 'place' | 'judgeText'>;

const tables = new Map<string, OptionTable>();
const tableOf = (subcommand: string, rule: GitRule): OptionTable => {
  const table = tables.get(subcommand) ?? readOptionTable(rule.options);
  tables.set(subcommand, table);
  return table;
};

const text = (word: Word | undefined) => (word?.certain ? word.values?.[0] : undefined);

/** Denies `-c alias.x=!command`, which git runs as a script, if that script is forbidden. */
const alias = (setting: string | undefined, context: Judging): Finding[] => {
  const script = /^alias\.[^=]*=!(.*)$/s.exec(setting ?? '')?.[1];
  const refused =
    script !== undefined && context.judgeText(script).some((part) => part.decision === 'deny');
  return refused ? [deny('git', 'alias-runs-something-forbidden')] : [];
};

/** Reads the options before the subcommand. */
const globals = (words: Word[], context: Judging): { rest: Word[]; findings: Finding[] } => {
  const findings: Finding[] = [];
  let at = 0;
  for (; at < words.length; at++) {
    const option = text(words[at]);
    if (option === undefined || !option.startsWith('-')) break;
    if (gitGlobals.includes(option) || option === '--version') continue;
    if (option === '-C') {
      const target = words[++at];
      if (target) findings.push(...judgePath(target, 'git', context));
      continue;
    }
    if (option === '-c') findings.push(...alias(text(words[++at]), context));
    findings.push(ask('git', 'changes-what-git-reads-starts', { option }));
  }
  return { rest: words.slice(at), findings };
};

/** Judges operands that lead outside: absolute paths and `..`. Revisions and patterns are harmless. */
const outside = (words: Word[], context: Judging): Finding[] =>
  words
    .filter((word) => /^[/~]|(^|\/)\.\.(\/|$)/.test(text(word) ?? ''))
    .flatMap((word) => judgePath(word, 'git', context));

/** Whether an option such as `--no-list` cancels a listing option. Git accepts shortened long options. */
const takesBack = (name: string, listing: readonly string[] = []): boolean =>
  name.startsWith('--no-') &&
  !listing.includes(name) &&
  listing.some((option) => option.startsWith(`--${name.slice('--no-'.length)}`));

/**
 * Whether a word may be a format with `%G`, which starts the signature checker that the repository's settings
 * name.
 */
const checksSignatures = (word: Word): boolean =>
  word.certain || word.exact
    ? (word.values ?? []).some((one) => /%G|%\(?signature/.test(one))
    : /^--(fo|pr)/.test(word.prefix);

export const judgeGit = (words: Word[], context: Judging): Finding[] => {
  const { rest, findings } = globals(words, context);
  const [first, ...operands] = rest;
  if (!first) {
    const version = text(words[0]) === '--version';
    return version && findings.length === 0
      ? [allow('git', 'tells-version')]
      : [...findings, ask('git', 'no-subcommand')];
  }
  const subcommand = text(first) ?? '';
  const rule = Object.hasOwn(gitReaders, subcommand) ? gitReaders[subcommand] : undefined;
  const name = subcommand === '' ? 'git' : `git ${subcommand}`;
  if (!rule) return [...findings, ask(name, 'not-known-only-read-repository')];
  const options = readOptions(operands, tableOf(subcommand, rule));
  const listing =
    options.names.some((option) => rule.listing?.includes(option)) &&
    !options.names.some((option) => takesBack(option, rule.listing));
  const ended = operands.some((word) => text(word) === '--');
  const [operand] = options.operands;
  const chosen = operand ? text(operand) : '';
  const reads =
    options.operands.length === 1 &&
    rule.operandReads?.test(chosen ?? '') === true &&
    !operand?.splits &&
    options.names.every((option) => rule.reading?.includes(option));
  const allowed =
    listing ||
    reads ||
    rule.only === undefined ||
    (!ended && chosen !== undefined && rule.only.includes(chosen));
  if (!allowed) findings.push(ask(name, 'changes-repository-settings'));
  if (rule.operandsWrite && !listing && options.operands.length > 0)
    findings.push(ask(name, 'operand-makes-change-repository'));
  findings.push(...options.risky.map((option) => ask(name, 'writes-starts-program', { option })));
  findings.push(
    ...options.unknown.map((option) => ask(name, 'no-known-reading-option', { option, name })),
  );
  if (options.names.includes('--help'))
    findings.push(ask(name, 'opens-manual-program-settings-name'));
  if (rest.some(checksSignatures)) findings.push(ask(name, 'starts-program-checks-signatures'));
  if (options.hidden) findings.push(ask(name, 'word-cannot-seen-option'));
  findings.push(...options.paths.flatMap((path) => judgePath(path, name, context)));
  findings.push(...outside(options.operands, context));
  return findings.length > 0 ? findings : [allow(name, 'only-reads-repository')];
};
