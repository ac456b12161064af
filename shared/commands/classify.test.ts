import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { classify } from './fixtures/opened.ts';

interface Row {
  cmd: string;
  want: 'allow' | 'ask' | 'deny';
  why: string;
  /** The variables that the script starts with. */
  environment?: Record<string, string>;
}
const rows = readFileSync(join(import.meta.dirname, 'fixtures/bash.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): Row => JSON.parse(line));

describe('the table of commands', () => {
  const answers = rows.map((row) => ({
    ...row,
    got: classify(row.cmd, { environment: row.environment ?? {} }).decision,
  }));

  test('A3.27 A3.29 A3.30 allows nothing that should need approval or be refused', () => {
    const wrong = answers.filter((row) => row.got === 'allow' && row.want !== 'allow');
    expect(wrong.map((row) => row.cmd)).toEqual([]);
  });

  test('A3.27 A4.31 refuses forbidden commands in every disguise', () => {
    const wrong = answers.filter((row) => row.want === 'deny' && row.got !== 'deny');
    expect(wrong.map((row) => row.cmd)).toEqual([]);
    const tooStrict = answers.filter((row) => row.want !== 'deny' && row.got === 'deny');
    expect(tooStrict.map((row) => row.cmd)).toEqual([]);
  });

  test('A3.27 at most 3 in 100 harmless commands need approval', () => {
    const harmless = answers.filter((row) => row.want === 'allow');
    const stopped = harmless.filter((row) => row.got !== 'allow');
    expect(harmless.length).toBeGreaterThan(250);
    expect(stopped.length / harmless.length, stopped.map((row) => row.cmd).join('\n')).toBeLessThan(
      0.03,
    );
  });

  test('a verdict has the parts, each with its rule and reason', () => {
    const prints = { code: 'only-prints-contents', message: 'it only prints file contents' };
    const deletes = {
      ...{ code: 'deletes-files', values: { name: 'rm' }, message: '"rm" deletes files' },
    };
    expect(classify('cat a.txt && rm b.txt')).toEqual({
      ...{ decision: 'ask', written: [{ path: 'b.txt', as: 'entry' }] },
      reasons: [{ ...deletes, rule: 'unknown' }],
      segments: [
        { text: 'cat a.txt', decision: 'allow', rule: 'cat', reason: prints },
        { text: 'rm b.txt', decision: 'ask', rule: 'unknown', reason: deletes },
      ],
    });
  });
});

test.each([
  ['rm -rf /', 'deny'],
  ['rm -rf /home/x', 'ask'],
  ['rm -rf build', 'ask'],
  ['echo a > /dev/sda', 'deny'],
  ['cat a > /dev/nvme0n1', 'deny'],
  ['mkfs.ext4 /dev/sdb', 'deny'],
  ['mkfs -t ext4 /dev/sdb', 'deny'],
  ['dd if=a of=/dev/sda', 'deny'],
  ['dd of=/dev/sda if=a', 'deny'],
])('A4.30 %s is %s', (command, want) => {
  expect(classify(command).decision).toBe(want);
});

test('setting a variable that programs use needs approval, whoever sets it', () => {
  const environment = { RIPGREP_CONFIG_PATH: 'a.txt' };
  expect(classify('rg x', { environment }).decision).toBe('ask');
});

test.each([
  ['cat "${path:-a.txt}"', {}, false, 'ask'],
  ['cat "${path:-a.txt}"', {}, true, 'allow'],
  ['cat "${path:-/etc/passwd}"', {}, true, 'ask'],
  ['cat "${path:-a.txt}"', { path: '/etc/passwd' }, true, 'ask'],
  ['cat "${HOME:-a.txt}"', {}, true, 'ask'],
])('A3.27 %s with %j, closed %s, is %s', (command, environment, closed, want) => {
  expect(classify(command, { environment, closed }).decision).toBe(want);
});

test.each([
  ['echo a > .git/config', false, '".git/config" names programs that git starts later'],
  ['cp a .git/hooks/pre-commit', false, '".git/hooks/pre-commit" is a hook that git starts later'],
  ['tee .github/workflows/a.yml', false, 'the build server runs ".github/workflows/a.yml" later'],
  ['dd of=.bashrc', false, 'every new shell runs ".bashrc"'],
  ['cat a >> ./.git//config', false, '"./.git//config" names programs that git starts later'],
  ['touch a', undefined, undefined],
  ['cat .git/config', undefined, undefined],
])(
  'the reason of %s names the later effect, and its approval is never remembered',
  (command, remember, reason) => {
    const verdict = classify(command);
    expect(verdict.remember).toBe(remember);
    expect(verdict.reasons.find(({ rule }) => rule === 'lasting')?.message).toBe(reason);
  },
);

describe('the boundary', () => {
  test.each([
    ['cat /srv/app/a', '/srv/app', 'allow'],
    ['cat /srv/app', '/srv/app', 'allow'],
    // A3.32: a sibling that shares the prefix is outside.
    ['cat /srv/app2/a', '/srv/app', 'ask'],
    ['cat /srv/app/../app2/a', '/srv/app', 'ask'],
    ['cd /srv/app/src && ls', '/srv/app', 'allow'],
    ['cd /srv && ls', '/srv/app', 'ask'],
  ])('A3.31 A3.32 %s in the workspace %s is %s', (command, boundary, want) => {
    expect(classify(command, { boundary }).decision).toBe(want);
  });

  test.each([
    ['cat /srv/notes/a', 'allow'],
    ['ls /srv/notes/', 'allow'],
    ['cd /srv/notes && cat a', 'allow'],
    ["bash -c 'cat /srv/notes/a'", 'allow'],
    ['cat /srv/notes2/a', 'ask'],
    ['cat /srv/notes/../secret', 'ask'],
    ['cd /srv/notes && cat ../secret', 'ask'],
    ['rm /srv/notes/a', 'ask'],
  ])('A3.30 A3.33 %s with another allowed folder is %s', (command, want) => {
    const allowed = ['/srv/notes'];
    expect(classify(command, { boundary: '/srv/app', allowed }).decision).toBe(want);
  });
});

describe('variables that the caller sets', () => {
  test.each([
    ['cat "$path"', { path: 'a.txt' }, 'allow'],
    ['cat "$path"', { path: '/etc/passwd' }, 'ask'],
    ['cat "$path"', { path: '../a' }, 'ask'],
    ['cat $path', { path: 'a b' }, 'ask'],
    ['cat $path', { path: 'a.txt' }, 'allow'],
    ['path=$(cat b.txt); cat "$path"', { path: 'a.txt' }, 'ask'],
    ['read path; cat "$path"', { path: 'a.txt' }, 'ask'],
    ['sort "$option" a.txt', { option: '-oa.txt' }, 'ask'],
    ['$program a', { program: 'sudo' }, 'deny'],
    ['bash -c "$script"', { script: 'touch a' }, 'ask'],
    ['bash -c \'cat "$path"\'', { path: 'a.txt' }, 'allow'],
    ['echo $((n + 1))', { n: '3' }, 'allow'],
    ['echo $((n + 1))', { n: 'a[$(touch b)]' }, 'ask'],
    ['grep -- "$text" a.txt', { text: '-f/etc/passwd' }, 'allow'],
    ['grep "$text" a.txt', { text: '-f/etc/passwd' }, 'ask'],
  ])('A3.27 %s with %j is %s', (command, environment, want) => {
    expect(classify(command, { environment: environment as Record<string, string> }).decision).toBe(
      want,
    );
  });
});

describe('scripts that cannot be parsed', () => {
  const long = 'a'.repeat(100_000);
  test.each([
    ['a word of 100,000 letters', `cat ${long}`, 'allow'],
    ['200,000 parts', 'ls;'.repeat(70_000), 'ask'],
    ['400 alternatives', Array(400).fill('ls').join('||'), 'allow'],
    ['20,000 alternatives', Array(20_000).fill('ls').join('||'), 'ask'],
    ['sudo among 20,000 alternatives', `${Array(20_000).fill('ls').join('||')}||s\\udo ls`, 'deny'],
    ['20,000 parts', 'ls;'.repeat(20_000), 'allow'],
    ['a range that no machine holds', 'echo {1..999999999}', 'ask'],
    ['a range of ranges', 'echo {1..999}{1..999}', 'ask'],
    ['a short range', 'echo {1..20}', 'allow'],
    ['deep nesting', `${'$('.repeat(5000)}ls${')'.repeat(5000)}`, 'ask'],
    ['many braces', `echo ${'{a,b}'.repeat(30)}`, 'ask'],
    ['NUL', 'ls \0', 'ask'],
    ['half a surrogate', 'ls \ud800', 'allow'],
    ['nothing', '', 'ask'],
  ])('answers %s in time', (_name, command, want) => {
    expect(classify(command).decision).toBe(want);
  });
});

/** Runs every allowed row: a reader must not change the workspace. */
describe('allowed commands change nothing', () => {
  let folder = '';
  const skipped = /^(tail -f|find \/|df|hostname)|\bsleep \d|xargs < /;
  const TOGETHER = 16;

  const print = (directory: string): string => {
    const hash = createHash('sha256');
    const walk = (at: string): void => {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        // `git status` refreshes its cache of file times.
        if (path.endsWith('.git/index')) continue;
        hash.update(path);
        if (entry.isDirectory()) walk(path);
        else if (entry.isFile()) hash.update(readFileSync(path));
      }
    };
    walk(directory);
    return hash.digest('hex');
  };

  const run = async ({ cmd, environment = {} }: Row): Promise<void> => {
    const child = spawn('bash', ['-c', cmd], {
      cwd: folder,
      env: { ...environment, PATH: '/usr/bin:/bin', HOME: folder, GIT_PAGER: 'cat' },
      stdio: 'ignore',
      timeout: 10_000,
    });
    await once(child, 'close');
  };

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'commands-'));
    mkdirSync(join(folder, 'src'));
    for (const name of ['README.md', 'a.txt', 'b.txt', 'data.csv', 'notes.md', 'names.txt'])
      writeFileSync(join(folder, name), 'one,two\nthree,four\n');
    writeFileSync(join(folder, 'src/main.ts'), 'export const a = 1;\n');
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
        cwd: folder,
        stdio: 'ignore',
      });
    git('init', '-b', 'main');
    git('add', '.');
    git('commit', '-m', 'first');
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('A3.27 each allowed row, run by bash, leaves the workspace unchanged', async () => {
    const before = print(folder);
    const allowed = rows.filter(
      ({ cmd, want, environment = {} }) =>
        want === 'allow' &&
        !skipped.test(cmd) &&
        classify(cmd, { environment }).decision === 'allow',
    );
    // Runs several at a time, because comparing the workspace takes longer than most commands.
    for (let at = 0; at < allowed.length; at += TOGETHER) {
      const together = allowed.slice(at, at + TOGETHER);
      await Promise.all(together.map(run));
      expect(print(folder), together.map(({ cmd }) => cmd).join('\n')).toBe(before);
    }
  }, 180_000);
});
