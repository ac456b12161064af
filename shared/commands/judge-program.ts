import { isPureAwk } from './awk-program.ts';
import type { Context } from './context.ts';
import { allow, ask, type Finding } from './decision.ts';
import { judgePaths } from './judge-operands.ts';
import { type OptionTable, readOptions } from './options.ts';
import { isPureSed } from './sed-script.ts';
import type { Word } from './word.ts';

interface ProgramRule extends OptionTable {
  /** Options whose value is a program. */
  programs: readonly string[];
  /** Options that change nothing but the look; any other asks, because its value may be a program. */
  harmless: readonly string[];
  isPure(program: string): boolean;
}

const sed: ProgramRule = {
  programs: ['-e', '--expression'],
  paths: ['-e', '--expression'],
  harmless:
    '-n -E -r -z -u -l -e --expression --quiet --silent --regexp-extended --posix --null-data'.split(
      ' ',
    ),
  valued: 'l',
  isPure: isPureSed,
};

const awk: ProgramRule = {
  programs: [],
  valued: 'Fv',
  valuedLong: ['--field-separator', '--assign'],
  harmless: ['-F', '-v', '--field-separator', '--assign', '--posix', '--re-interval'],
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
  const findings = options.names
    .filter((option) => !rule.harmless.includes(option))
    .map((option) =>
      ask(name, `"${option}" is not known to keep ${name} from writing or loading code`),
    );
  if (options.hidden) findings.push(ask(name, 'a word that cannot be seen may be an option'));
  for (const program of programs) {
    const text = program.certain && !program.splits ? program.values?.[0] : undefined;
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
