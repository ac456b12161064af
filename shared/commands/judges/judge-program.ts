import { isPureAwk } from '../programs/awk-program.ts';
import type { Context } from '../context.ts';
import { allow, ask, type Finding } from '../decision.ts';
import { judgePaths } from './judge-operands.ts';
import { type OptionTable, readOptions, readOptionTable } from '../programs/options.ts';
import { isPureSed } from '../programs/sed-script.ts';
import type { Word } from '../words/word.ts';

interface ProgramRule {
  /** Options whose value is a program text. */
  programs: readonly string[];
  /** The options that only change the output. `readOptions` returns the values of `programs` as paths. */
  table: OptionTable;
  isPure(program: string): boolean;
}

const sed: ProgramRule = {
  programs: ['-e', '--expression'],
  table: readOptionTable(
    '-nErzus -l: -e@ !-f: !-i? --expression@ --quiet --silent --regexp-extended --posix --null-data --debug --sandbox --separate --unbuffered --line-length= !--file= !--in-place? !--follow-symlinks',
  ),
  isPure: isPureSed,
};

const awk: ProgramRule = {
  programs: [],
  table: readOptionTable('-F: -v: --field-separator= --assign= --posix --re-interval leading'),
  isPure: isPureAwk,
};

const rules: Readonly<Record<string, ProgramRule>> = { sed, awk, gawk: awk, mawk: awk, nawk: awk };

export const isProgram = (name: string): boolean => Object.hasOwn(rules, name);

/** Judges sed and awk: their program text, then their files. */
export const judgeProgram = (name: string, words: Word[], context: Context): Finding[] => {
  const rule = rules[name] ?? awk;
  const options = readOptions(words, rule.table);
  const given = options.names.some((option) => rule.programs.includes(option));
  const programs = given ? options.paths : options.operands.slice(0, 1);
  const files = given ? options.operands : options.operands.slice(1);
  const findings = [...options.risky, ...options.unknown].map((option) =>
    ask(name, 'not-known-keep-from-writing', { option, name }),
  );
  if (options.hidden) findings.push(ask(name, 'word-cannot-seen-option'));
  for (const program of programs) {
    const text = program.certain && !program.splits ? program.values?.[0] : undefined;
    if (text === undefined) findings.push(ask(name, 'unseen-own-program'));
    else if (!rule.isPure(text)) findings.push(ask(name, 'program-write-start-something'));
  }
  findings.push(
    ...judgePaths(
      files.filter((file) => !/^\w+=/.test(file.source)),
      name,
      context,
    ),
  );
  return findings.length > 0 ? findings : [allow(name, 'only-edits-what-passes-through')];
};
