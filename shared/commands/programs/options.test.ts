import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { classify } from '../fixtures/opened.ts';
import { readOptionTable } from './options.ts';
import { gitReaders } from '../rules/git.ts';
import { readers } from '../rules/readers.ts';

/** Reads from a program's help text how many words each option takes. */
const helpOf = (
  program: string,
  args: readonly string[],
): Map<string, 'word' | 'nothing' | 'rest'> => {
  const said = new Map<string, 'word' | 'nothing' | 'rest'>();
  let text: string;
  try {
    text = execFileSync(program, [...args], {
      ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], timeout: 10_000 },
      env: { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8', HOME: '/nonexistent' },
    });
  } catch (cause) {
    // Git exits with a status other than 0 after its short help.
    const shown = cause as { stdout?: string; stderr?: string };
    text = `${shown.stdout ?? ''}${shown.stderr ?? ''}`;
  }
  for (const line of text.split('\n')) {
    const [, all = ''] = /^ {1,8}(-(?:-?[\w?#][^\s,]*)(?:[ ,]+\S.*)?)$/.exec(line) ?? [];
    // Two blanks precede the description.
    const [spelled = ''] = all.split(/ {2,}|\t/);
    const forms = spelled.split(/, */).filter((form) => /^-/.test(form));
    const kindOf = (form: string) => {
      const rest = form.replace(/^--?[\w-]+/, '');
      if (/^[[(]/.test(rest)) return 'rest';
      return /^(=|[ <])\S/.test(rest) ? 'word' : undefined;
    };
    // A short option without a value takes the same as the long option beside it.
    const last = kindOf(forms.at(-1) ?? '') ?? 'nothing';
    for (const form of forms) {
      const name = /^--[\w-]+|^-[\w]/.exec(form)?.[0];
      if (name !== undefined && !said.has(name)) said.set(name, kindOf(form) ?? last);
    }
  }
  return said;
};

/** Options whose help text is unclear about their values. Source: their manuals. */
const silent: Readonly<Record<string, RegExp>> = {
  strings: /^-[teTUsadfw]$/,
  stat: /^-c$/,
  hostname: /^(-I|--all-ip-addresses|-F|--file)$/,
  'git diff': /^--(name-status|abbrev)$/,
  'git rev-list': /^--(objects|header)$/,
  sort: /^(-c|-C|--check)$/,
  file: /^-P$/,
  ls: /^-p$/,
  du: /^--time$/,
};

const there = (program: string) =>
  ['/usr/bin', '/bin'].some((at) => existsSync(`${at}/${program}`));
const listed = Object.entries(readers).filter(([, { options }]) => options !== 'none');
const builtins = new Set([
  'read',
  'type',
  'wait',
  'which',
  'cal',
  'ps',
  'getconf',
  'rg',
  'fd',
  'tree',
]);
const programs = listed.filter(([name]) => there(name) && !builtins.has(name));
const missing = listed.filter(([name]) => !there(name) && !builtins.has(name));
if (missing.length > 0)
  process.stderr.write(
    `Tables without their program here to compare with: ${missing.map(([name]) => name).join(', ')}\n`,
  );

describe('option tables agree with the help texts of the programs', () => {
  const differences = (
    name: string,
    options: string,
    help: ReturnType<typeof helpOf>,
  ): string[] => {
    const table = readOptionTable(options).options;
    return [...table].flatMap(([option, { takes }]) => {
      const said = help.get(option);
      if (said === undefined || silent[name]?.test(option)) return [];
      // Only whether the next word is a value matters.
      const taking = takes === 'word' || takes === 'pair';
      return taking === (said === 'word') ? [] : [`${option}: ${takes}, and the help says ${said}`];
    });
  };

  test.each(programs)('A3.27 %s', (name, { options }) => {
    const help = helpOf(name, ['--help']);
    expect(differences(name, options, help)).toEqual([]);
  });

  test.each(there('git') ? Object.entries(gitReaders) : [])('A3.27 git %s', (name, { options }) => {
    const help = helpOf('git', [name, '-h']);
    expect(differences(`git ${name}`, options, help)).toEqual([]);
  });

  test('compares enough options', () => {
    const compared = programs.map(([name]) => helpOf(name, ['--help']).size);
    expect(compared.filter((size) => size > 3).length).toBeGreaterThan(35);
    expect(helpOf('sort', ['--help']).get('-k')).toBe('word');
    expect(helpOf('sort', ['--help']).get('--output')).toBe('word');
    expect(helpOf('sort', ['--help']).get('-u')).toBe('nothing');
    expect(helpOf('ls', ['--help']).get('--color')).toBe('rest');
  });
});

test.each([
  ['sort --outp x a', 'ask'],
  ['sort -ro x a', 'ask'],
  ['sort -rox a', 'ask'],
  ['sort -S 1 -o x a', 'ask'],
  ['sort --sort -o a', 'allow'],
  ['sort --unheard-of a', 'ask'],
  ['tree -L 1 -o x', 'ask'],
  ['tree --sort -o x', 'allow'],
  ['tree --timefmt -o x', 'allow'],
  ['tree -Z -o x', 'ask'],
  ['rg -A 1 --pre x y', 'ask'],
  ['rg --colors --pre x y', 'allow'],
  ['rg -nz y', 'ask'],
  ['fd -t f -x rm', 'ask'],
  ['fd -c never -X rm', 'ask'],
  ['git diff -U3 --output=x', 'ask'],
  ['git diff --outp=x', 'ask'],
  ['git diff --color-moved --output x', 'ask'],
  ['git diff --word-diff-regex --output=x', 'allow'],
  ['git config --type --unset a.b', 'ask'],
  ['git config --default --list a.b c', 'ask'],
  ['git blame --date --contents=/etc/passwd a', 'allow'],
  ['git blame --date iso --contents /etc/passwd a', 'ask'],
  ['git log -S --output=x', 'allow'],
  ['git log -Sx --output=x', 'ask'],
  ['head -n -o a', 'allow'],
  ['grep -A 1 -f /etc/passwd a', 'ask'],
  ['grep -A -f x', 'allow'],
  ['grep -e -f a', 'allow'],
  ['xxd a --', 'ask'],
  ['xxd -l 1 a b', 'ask'],
  ['wc *', 'allow'],
  ['wc ./*', 'allow'],
  ['wc -- *', 'allow'],
  ['sort *', 'ask'],
  ['sort ./*', 'allow'],
  ['cat *', 'allow'],
])('A3.27 reads option values like the program: %s is %s', (command, want) => {
  expect(classify(command).decision).toBe(want);
});
