import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isIgnored } from './sync-ignore.ts';

/**
 * Ignore files as people write them, including mistakes. Omits cases in which versions of git differ from
 * each other and from gitignore(5): `**` beside a character, and `?` or a set for a character of several
 * bytes.
 */
const written = [
  '*.tool.json',
  '*.py\n!keep.py',
  '# *.py\n\n',
  '\\#a.py\n\\!b.py',
  'secret_*\r\nbuild/\r\n',
  '/tools/a',
  'tools/a',
  'tools/*\n!tools/a',
  'tools/\n!tools/a/x.py',
  '/*\n!/tools\n/tools/*\n!/tools/a',
  '**/build',
  'a/**/x.py',
  'tools/**',
  'tools/**/',
  '**/a/**',
  '***/x.py',
  'draft?.py',
  '[ab].py',
  '[!ab]y.py',
  '[^a-c]?.py',
  '[]a].py',
  '[[:digit:]]*.py',
  '[a-',
  'a[.py',
  'x.py   ',
  'x.py\\ ',
  ' x.py',
  'build//',
  '/',
  '!',
  '**',
  '*',
  'a\\',
  'A.PY',
  '/**',
  '名*\n*é*',
  '\u{feff}x.py',
];
const paths = [
  ...['x.py', 'a.py', 'b.py', 'ab.py', 'keep.py', 'm.tool.json', '#a.py', '!b.py', '].py', '1x.py'],
  ...['draft1.py', 'secret_a.py', ' x.py', 'x.py ', 'a[.py', 'A.PY', 'build'],
  ...[
    'tools/x.py',
    'tools/a/x.py',
    'tools/a/b/x.py',
    'a/x.py',
    'a/b/x.py',
    'a/b/c/x.py',
    'ab/x.py',
  ],
  ...['build/a.py', 'tools/build/a.py', 'tools/a/m.tool.json', 'b/tools/a/x.py', 'tools/b.py'],
];

/** Asks git about every text with every path: one folder per text, which is its .gitignore. */
function askGit(texts: string[], paths: string[]): boolean[][] | string {
  const root = mkdtempSync(join(tmpdir(), 'lathe-ignore-'));
  const git = (args: string[], input = '') =>
    spawnSync(
      'git',
      ['-c', 'core.excludesFile=/dev/null', '-c', 'core.ignoreCase=false', ...args],
      {
        cwd: root,
        input,
        encoding: 'utf8',
      },
    );
  try {
    const begun = git(['init', '--quiet']);
    if (begun.status !== 0) return `git does not start (${begun.error?.message ?? begun.stderr})`;
    for (const [at, text] of texts.entries()) {
      mkdirSync(join(root, `d${at}`));
      writeFileSync(join(root, `d${at}/.gitignore`), text);
    }
    const all = texts.flatMap((_, at) => paths.map((path) => `d${at}/${path}`));
    const said = git(['check-ignore', '--no-index', '-z', '--stdin'], `${all.join('\0')}\0`);
    const named = new Set(said.stdout.split('\0'));
    return texts.map((_, at) => paths.map((path) => named.has(`d${at}/${path}`)));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** Returns the answers that differ from git's, and the number of all answers. */
function compare(texts: string[], paths: string[]): { differ: string[]; ignored: number } | string {
  const answers = askGit(texts, paths);
  if (typeof answers === 'string') return answers;
  const differ = texts.flatMap((text, at) =>
    paths.flatMap((path, column) => {
      const wanted = answers[at]?.[column] === true;
      return isIgnored(text, path) === wanted
        ? []
        : [`${JSON.stringify(text)} ${path}: git says ${wanted}`];
    }),
  );
  return { differ, ignored: answers.flat().filter(Boolean).length };
}

const skipped = askGit([], []);
if (typeof skipped === 'string')
  process.stderr.write(`The comparison with git is skipped: ${skipped}\n`);
const withGit = test.skipIf(typeof skipped === 'string');

withGit('A0.29 patterns that people write name what git says they name', () => {
  const found = compare(written, [...paths, '名.py', 'café.py']);
  expect(found).toMatchObject({ differ: [] });
  // Patterns that match nothing would agree with anything.
  expect(found).toHaveProperty('ignored', 239);
});

const piece = fc.constantFrom(
  ...['a', 'b', 'x', 'tools', 'build', '.py', '*', '**', '?', '/', '/', '[ab]', '[!a]', '\\', ' '],
);
const line = fc
  .tuple(fc.constantFrom('', '', '!', '/'), fc.array(piece, { minLength: 1, maxLength: 5 }))
  .map(([start, pieces]) => start + pieces.join(''))
  .filter((text) => !/[^/*]\*{2,}|\*{2,}[^/*]/.test(text.replace(/^!/, '')));

withGit('A0.29 patterns made by chance name what git says they name', () => {
  const texts = fc.sample(fc.array(line, { minLength: 1, maxLength: 4 }), {
    numRuns: 600,
    seed: 29,
  });
  expect(
    compare(
      texts.map((lines) => lines.join('\n')),
      paths,
    ),
  ).toMatchObject({ differ: [] });
});

test('answers for a pattern that would make an engine backtrack forever', () => {
  const name = 'a'.repeat(200);
  expect(isIgnored(`${'*a'.repeat(40)}b`, name)).toBe(false);
  expect(isIgnored('*a'.repeat(40), name)).toBe(true);
});
