import { isPureAwk } from './awk-program.ts';
import type { Context } from './context.ts';
import { allow, ask, type Finding } from './decision.ts';
import { judgePaths } from './judge-operands.ts';
import { readOptions, type OptionTable } from './options.ts';
import { isPureSed } from './sed-script.ts';
import type { Word } from './word.ts';

interface ProgramRule extends OptionTable {
  /** Options whose value is a program. */
  programs: readonly string[];
  isPure(program: string): boolean;
}

const sed: ProgramRule = {
  programs: ['-e', '--expression'],
  paths: ['-e', '--expression'],
  risky: ['-i', '--in-place', '-f', '--file', '-s', '--separate'],
  valued: 'l',
  isPure: isPureSed,
};

const awk: ProgramRule = {
  programs: [],
  valued: 'Fv',
  risky: [
    '-f',
    '--file',
    '-i',
    '--include',
    '-l',
    '--load',
    '-E',
    '--exec',
    '-o',
    '--pretty-print',
    '-p',
    '--profile',
    '-d',
    '--dump-variables',
    '-D',
    '--debug',
    '-e',
    '--source',
  ],
  isPure: isPureAwk,
};

const rules: Readonly<Record<string, ProgramRule>> = { sed, awk, gawk: awk, mawk: awk, nawk: awk };

export const isProgram = (name: string): boolean => Object.hasOwn(rules, name);

/** sed and awk: the program is read, then their files. */
export const judgeProgram = (name: string, words: Word[], context: Context): Finding[] => {
  const rule = rules[name] ?? awk;
  const options = readOptions(words, rule);
  const given = options.names.some((option) => rule.programs.includes(option));
  const programs = given ? options.paths : options.operands.slice(0, 1);
  const files = given ? options.operands : options.operands.slice(1);
  const findings = options.risky.map((option) => ask(name, `"${option}" writes or loads code`));
  if (options.hidden && !given)
    findings.push(ask(name, 'a word that cannot be seen may be an option'));
  for (const program of programs) {
    const text = program.certain ? program.values?.[0] : undefined;
    if (text === undefined) findings.push(ask(name, 'its program cannot be seen'));
    else if (!rule.isPure(text))
      findings.push(ask(name, 'its program may write or start something'));
  }
  findings.push(
    ...judgePaths(
      files.filter((file) => !/^\w+=/.test(file.source)),
      name,
      context,
    ),
  );
  return findings.length > 0 ? findings : [allow(name, 'it only edits what passes through')];
};
