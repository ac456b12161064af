import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import { shellFolder } from '../server/fixtures/shell-folder.ts';
import { engines, home, startLathe } from './fixtures/start-lathe.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-cli-run-')));
const workspace = join(root, 'workspace');
const repository = join(root, 'repository');
const write = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
};
const put = (id: string, files: Record<string, string>) => {
  for (const [name, text] of Object.entries(files)) write(join(workspace, 'tools', id, name), text);
};
const set = (change: object, more: object = {}) => {
  const { session: _, ...settings } = ToolSettings.parse(change);
  const kept = JSON.stringify({ settings, disabled: [], ...more });
  write(join(workspace, '.lathe/settings.json'), kept);
};
const stats = join(home, 'examples/repo_stats');

beforeAll(() => {
  const marks = shellFolder('echo ran; touch mark', { id: 'marks' });
  put('marks', { ...marks, 'samples.json': '[{"name": "it", "arguments": {}}]' });
  put('where', shellFolder('pwd', { id: 'where' }));
  put('sums', { 'sums.py': 'def add(a: int) -> int:\n    """Adds one."""\n    return a + 1\n' });
  put('raw', {
    'definition.json': JSON.stringify({
      ...{ id: 'raw', description: 'Says it' },
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
    }),
    'execution.py': 'print({text})\n',
  });
  put('repo_stats', { 'index.ts': readFileSync(join(stats, 'index.ts'), 'utf8') });
  mkdirSync(join(workspace, 'files'), { recursive: true });
  set({});
  for (const name of ['a.ts', 'b.ts', 'c.js', 'tools/build.sh']) write(join(repository, name), '');
  const git = (...args: string[]) =>
    execFileSync('git', ['-C', repository, '-c', 'user.name=n', '-c', 'user.email=e', ...args]);
  git('init', '-q');
  git('add', '.');
  git('commit', '-qm', 'x');
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

// The first use on a machine makes the interpreter's image.
describe.each(engines)('run with the command on $engine', { timeout: 180_000 }, ({ command }) => {
  const lathe = async (args: string[], { cwd = root, env = {}, input = '' } = {}) => {
    const clean = { LATHE_WORKSPACE: workspace, ...env };
    const ran = await startLathe(command, [...args, '--json'], input, undefined, clean, cwd);
    const answers = ran.stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return { code: ran.code, answer: answers[0], answers, stderr: ran.stderr };
  };
  /** Nobody has named a workspace. */
  const unnamed = async (args: string[], cwd: string) => {
    const { LATHE_WORKSPACE: _, ...env } = process.env as Record<string, string>;
    const line = ['env', '-u', 'LATHE_WORKSPACE', ...command, ...args, '--json'];
    const ran = await startLathe(line, [], '', undefined, env, cwd);
    return { code: ran.code, answer: JSON.parse(ran.stdout) };
  };
  const marks = join(workspace, 'tools/marks');
  const mark = join(workspace, 'files/mark');
  const off = {
    ending: { kind: 'denied' },
    success: false,
    error: {
      type: 'permission_error',
      message: expect.stringMatching(/turned off in the settings of the workspace/),
    },
  };

  test.each<[string, string[], object, object]>([
    ['a folder', [marks], {}, { disabled: ['marks'] }],
    ['a tool', [marks], { tools: { marks: { enabled: false } } }, {}],
    ['every tool', [marks], { enableToolCalls: false }, {}],
    ['a tool by its name', ['marks'], {}, { disabled: ['marks'] }],
    ['a tool that comes along', ['--builtin', 'Bash'], { tools: { Bash: { enabled: false } } }, {}],
    ['a group', [join(workspace, 'tools/sums')], { groups: { sums: { enabled: false } } }, {}],
    ['a file of a folder', [join(workspace, 'tools/sums/sums.py')], {}, { disabled: ['sums'] }],
  ])('A3.35 %s that is switched off does not run', async (_, call, change, more) => {
    rmSync(mark, { force: true });
    const args = JSON.stringify({ a: 1, command: 'touch mark' });
    set(change, more);
    const denied = await lathe(['run', ...call, '--args', args, '--dangerously-approve']);
    set({});
    expect(denied.code).toBe(4);
    expect(denied.answer).toMatchObject(off);
    expect(denied.stderr).toMatch(/^lathe: .*turn (it|them) on in the page first$/m);
    expect(existsSync(mark)).toBe(false);
  });

  test('A3.35 nor do its samples, which say so', async () => {
    rmSync(mark, { force: true });
    set({}, { disabled: ['marks'] });
    const args = ['test', marks, '--dangerously-approve'];
    const tested = await lathe(args);
    set({});
    expect(tested.code).toBe(3);
    expect(tested.answer).toMatchObject({
      ...{ passed: 0, failed: 1 },
      results: [{ ok: false, diff: expect.stringMatching(/"marks" is turned off in the/) }],
    });
    expect(existsSync(mark)).toBe(false);
    expect((await lathe(args)).answer).toMatchObject({ passed: 1 });
    expect(existsSync(mark)).toBe(true);
  });

  test('A3.35 nor does it in a batch; switched on it runs', async () => {
    rmSync(mark, { force: true });
    const input = JSON.stringify({ path: marks });
    set({}, { disabled: ['marks'] });
    const rows = await lathe(['run', '--batch', '--dangerously-approve'], { input });
    expect(rows.answer).toMatchObject(off);
    expect(existsSync(mark)).toBe(false);
    set({});
    expect((await lathe(['run', marks, '--dangerously-approve'])).code).toBe(0);
    expect(existsSync(mark)).toBe(true);
  });

  test('A4.40 the name of a tool is enough, and one that is none is told of', async () => {
    const read = await lathe(['run', 'add', '--args', '{"a": 4}']);
    expect([read.code, read.answer.llmContent]).toEqual([0, '5']);
    const named = ['run', 'add', '--args', '{"a": 4}', '--workspace', workspace];
    const other = await lathe(named, { env: { LATHE_WORKSPACE: join(root, 'nowhere') } });
    expect([other.code, other.answer.llmContent]).toEqual([0, '5']);
    const none = await lathe(['run', 'substract']);
    expect([none.code, none.answer.error.code]).toEqual([1, 'not-found']);
    expect(none.answer.error.message).toMatch(
      /no file or folder "substract".*no tool of the workspace "substract".*add/,
    );
  });

  test('a checkout without the empty folder "files" runs, and a workspace that is not there is not made', async () => {
    const checkout = mkdtempSync(join(root, 'checkout-'));
    const sums = 'def add(a: int) -> int:\n    """Adds one."""\n    return a + 1\n';
    write(join(checkout, 'tools/sums/sums.py'), sums);
    const args = ['run', 'add', '--args', '{"a": 4}', '--workspace'];
    const ran = await lathe([...args, checkout]);
    expect([ran.code, ran.answer.llmContent]).toEqual([0, '5']);
    const absent = join(root, 'absent');
    expect((await lathe([...args, absent])).answer.error.code).toBe('not-found');
    expect(existsSync(absent)).toBe(false);
  });

  test('A2.13 where nobody named a workspace a call works where the person is, and makes no folder', async () => {
    const before = readdirSync(repository).sort();
    const args = ['run', stats, '--args', '{"glob": "*.ts"}'];
    const here = await unnamed(args, repository);
    expect([here.code, here.answer.llmContent]).toEqual([0, 'Found 2 files']);
    const glob = ['run', '--builtin', 'Glob', '--args', '{"pattern": "*.js"}'];
    expect((await unnamed(glob, repository)).answer.llmContent).toBe('c.js');
    const from = join(root, 'empty');
    mkdirSync(from, { recursive: true });
    const there = await unnamed([...args, '--cwd', repository], from);
    expect([there.code, there.answer.llmContent]).toEqual([0, 'Found 2 files']);
    expect(readdirSync(repository).sort()).toEqual(before);
    expect(readdirSync(from)).toEqual([]);
  });

  test('A3.33 a call of a workspace works in a folder that the settings allow, and in no other', async () => {
    const where = ['run', 'where', '--cwd', '.'];
    const count = ['run', 'repo_stats', '--args', '{"glob": "*.ts"}', '--cwd', '.'];
    const at = { cwd: repository };
    const before = readdirSync(repository).sort();
    set({});
    const denied = await lathe(where, at);
    expect([denied.code, denied.answer.ending.kind]).toEqual([4, 'denied']);
    expect(denied.answer.error.message).toContain('is outside the workspace');
    expect((await lathe(count, at)).answer.success).toBe(false);
    set({ bash: { allowedDirectories: [repository] } });
    const allowed = await lathe(where, at);
    const counted = await lathe(count, at);
    set({});
    expect([allowed.code, allowed.answer.ending.stdout]).toEqual([0, `${repository}\n`]);
    expect([counted.code, counted.answer.llmContent]).toEqual([0, 'Found 2 files']);
    expect(readdirSync(repository).sort()).toEqual(before);
  });

  test('A1.24 --raw counts for every row of --batch that says nothing itself', async () => {
    const row = (more: object) =>
      JSON.stringify({ path: 'tools/raw', args: { text: '1 + 1' }, ...more });
    const input = [row({}), row({ raw: false }), row({ raw: true })].join('\n');
    const said = async (...flags: string[]) =>
      (await lathe(['run', '--batch', ...flags], { cwd: workspace, input })).answers.map(
        ({ ending }) => ending.stdout,
      );
    expect(await said('--raw')).toEqual(['2\n', '1 + 1\n', '2\n']);
    expect(await said()).toEqual(['1 + 1\n', '1 + 1\n', '2\n']);
  });
});
