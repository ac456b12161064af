import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openClassifier } from '../languages/bash/bash.ts';
import { bash } from '../../../shared/languages/bash/bash.ts';
import { createScriptHost } from './process-host.ts';

const missing = ['/usr/bin/bwrap', '/usr/bin/git'].find((path) => !existsSync(path));
if (missing !== undefined)
  process.stderr.write(`Prepared repositories are not tried: ${missing} is not here\n`);

const root = mkdtempSync(join(tmpdir(), 'lathe-git-'));
const host = createScriptHost(bash, { filesDirectory: root });
const TOGETHER = 8;
const started = join(root, 'started');

const run = (script: string) =>
  host.perform(
    {
      ...{
        host: 'bash',
        script,
        text: script,
        file: 'execution.sh',
        arguments: {},
        environment: {},
      },
      stdin: '',
      limits: { timeoutMs: 10_000, outputBytes: 100_000 },
    },
    () => undefined,
    AbortSignal.timeout(20_000),
  );

/** A program of the repository: it leaves its name, and hands its input on as filters must. */
const program = (name: string) => `sh ${root}/marked.sh ${name}`;

/** Everything by which a repository's own settings name a program. */
const settings = (): [string, string][] => [
  ...['diff.external', 'core.fsmonitor', 'core.pager', 'core.sshCommand', 'core.editor'].map(
    (name): [string, string] => [name, program(name)],
  ),
  ...['diff.a.command', 'diff.b.textconv', 'filter.c.clean', 'filter.c.smudge', 'pager.log'].map(
    (name): [string, string] => [name, program(name)],
  ),
  ...['filter.d.e.process', 'gpg.program', 'gpg.ssh.program', 'credential.helper'].map(
    (name): [string, string] => [name, name === 'gpg.program' ? `${root}/gpg` : program(name)],
  ),
  ...['merge.m.driver', 'alias.status', 'alias.log'].map((name): [string, string] => [
    name,
    `!${program(name)}`,
  ]),
  ['filter.c.required', 'true'],
  ['core.hooksPath', `${root}/hooks`],
  ['log.showSignature', 'true'],
  ['includeIf.gitdir:**.path', `${root}/included`],
];

beforeAll(() => {
  if (missing !== undefined) return;
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...args], {
      ...{ cwd: root, stdio: 'pipe', env: { PATH: '/usr/bin:/bin', HOME: root } },
    });
  const mark = `echo "$@" >> ${started}; case $1 in filter*|*textconv) cat "\${2:-/dev/stdin}";; esac\n`;
  writeFileSync(join(root, 'marked.sh'), mark);
  writeFileSync(join(root, 'gpg'), `#!/bin/sh\necho gpg >> ${started}\n`, { mode: 0o755 });
  writeFileSync(join(root, 'included'), `[filter "i"]\n\tclean = ${program('filter.i')}\n`);
  mkdirSync(join(root, 'hooks'));
  mkdirSync(join(root, 'src'));
  for (const hook of ['pre-commit', 'post-checkout', 'fsmonitor-watchman', 'post-index-change'])
    writeFileSync(join(root, 'hooks', hook), `#!/bin/sh\n${program(hook)}\n`, { mode: 0o755 });
  const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'i.txt', 'README.md', 'src/main.ts'];
  const write = (text: string) => names.forEach((name) => writeFileSync(join(root, name), text));
  write('one\n');
  git('init', '-b', 'main');
  git('add', '.');
  git('commit', '-m', 'first');
  write('one\ntwo\n');
  git('commit', '-a', '-m', 'second');
  write('three\n');
  git('stash');
  write('one\nfor\n');
  // As long as before and of another time, so that git has to read them through their filters.
  for (const name of names) utimesSync(join(root, name), 2e9, 2e9);
  writeFileSync(
    join(root, '.gitattributes'),
    'a.txt diff=a\nb.txt diff=b\nREADME.md diff=b\nsrc/main.ts diff=a\nc.txt filter=c\nd.txt filter=d.e\ni.txt filter=i\n',
  );
  for (const [name, value] of settings()) git('config', name, value);
  // A signature to be checked: a commit that says that it bears one.
  const commit = git('cat-file', 'commit', 'HEAD').toString();
  const signed = commit.replace(
    '\n\n',
    '\ngpgsig -----BEGIN PGP SIGNATURE-----\n -----END PGP SIGNATURE-----\n\n',
  );
  const made = execFileSync('git', ['hash-object', '-t', 'commit', '-w', '--stdin'], {
    cwd: root,
    input: signed,
  });
  git('update-ref', 'refs/heads/main', made.toString().trim());
  rmSync(started, { force: true });
}, 60_000);
afterAll(async () => {
  await host.close();
  rmSync(root, { recursive: true, force: true });
});

const fixtures = join(import.meta.dirname, '../../../shared/commands/fixtures/bash.jsonl');
const commands = [
  ...readFileSync(fixtures, 'utf8')
    .trim()
    .split('\n')
    .map((line): string => JSON.parse(line).cmd)
    .filter((command) => /\bgit\b/.test(command)),
  ...['git diff', 'git log -p', 'git show', 'git blame b.txt', 'git grep one', 'git stash list -p'],
  ...[
    'git reflog -p',
    'git reflog show -p',
    'git -C src diff',
    'git -C src/.. status',
    'git log -p -1',
  ],
  ...[
    'env git diff',
    'command git diff',
    '/usr/bin/git diff',
    '/bin/git diff',
    'git whatchanged -p',
  ],
  ...[
    'git diff --stat HEAD',
    'git diff HEAD~1 -- b.txt',
    'git describe --always --dirty',
    'nice git diff',
  ],
  ...["find . -name '*.txt' -exec git diff {} \\;", 'git ls-files -m', 'git stash show -p'],
];

describe.skipIf(missing !== undefined)('a prepared repository', () => {
  test('A3.27 starts none of its programs, whatever is allowed', async () => {
    const classify = await openClassifier();
    const allowed = commands.filter(
      (command) => classify(command, { boundary: root }).decision === 'allow',
    );
    expect(allowed.length).toBeGreaterThan(80);
    const deeds: string[] = [];
    for (let at = 0; at < allowed.length; at += TOGETHER) {
      const together = allowed.slice(at, at + TOGETHER);
      await Promise.all(together.map(run));
      if (!existsSync(started)) continue;
      deeds.push(`${together.join('; ')}: ${readFileSync(started, 'utf8').trim()}`);
      rmSync(started);
    }
    expect(deeds).toEqual([]);
  }, 120_000);

  test('its programs would start without the sandbox', () => {
    const env = { PATH: '/usr/bin:/bin', HOME: root };
    for (const args of [['diff', 'a.txt', 'c.txt', 'i.txt'], ['log', '-p'], ['status']])
      execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
        cwd: root,
        env,
        stdio: 'pipe',
      });
    const said = readFileSync(started, 'utf8');
    rmSync(started);
    for (const name of ['diff.a.command', 'diff.b.textconv', 'filter.c.clean', 'filter.i', 'gpg'])
      expect(said).toContain(name);
  });

  test("git's output is unchanged", async () => {
    const said = async (command: string) => (await run(command)).stdout;
    expect(await said('git diff b.txt')).toContain('+for');
    expect(await said('git -C src diff main.ts')).toContain('+for');
    expect(await said('git log --oneline')).toContain('second');
    expect(await said('git status --short')).toContain(' M a.txt');
    expect(await said('git stash show -p')).toContain('+three');
    expect(await said('git reflog -1')).toContain('HEAD@{0}');
    expect(await said('git rev-parse --show-toplevel')).toBe(`${root}\n`);
  });
});

test.skipIf(missing !== undefined)('a wildcard puts in no name that begins with "-"', async () => {
  for (const name of ['-o', '-rf', '.hidden', 'src/-x']) writeFileSync(join(root, name), '');
  const said = async (script: string) => (await run(script)).stdout.trim();
  expect(await said('echo *')).toMatch(/^README.md a.txt /);
  expect(await said('echo * ./-* src/*')).not.toMatch(/(^| )-|hidden/);
  expect(await said("bash -c 'echo *'")).toMatch(/^README.md a.txt /);
  expect(await said('echo .h* ./-* src/*')).toBe('.hidden ./-o ./-rf src/-x src/main.ts');
});
