import { execFileSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';

const examples = resolve(import.meta.dirname, '../../examples');
const root = realpathSync(mkdtempSync(join(tmpdir(), 'lathe-typescript-')));
const tools = join(root, 'tools');

beforeAll(() => {
  for (const name of ['repo_stats', 'newest_files', 'clean_secrets']) {
    cpSync(join(examples, name), join(tools, name), { recursive: true });
    rmSync(join(tools, name, 'index.tool.json'));
  }
  mkdirSync(join(root, 'files'));
  const git = (...args: string[]) =>
    execFileSync('git', [
      '-C',
      join(root, 'files'),
      '-c',
      'user.name=n',
      '-c',
      'user.email=e',
      ...args,
    ]);
  git('init', '-q');
  writeFileSync(join(root, 'files/a.ts'), '');
  git('add', '.');
  cpSync(join(examples, 'newest_files/parse-sizes.ts'), join(tools, 'flat/parse-sizes.ts'), {
    recursive: true,
  });
  cpSync(join(examples, 'newest_files/index.ts'), join(tools, 'flat/newest.ts'));
  writeFileSync(
    join(tools, 'flat/bad.ts'),
    'export default () => { throw new Error("bad day"); };',
  );
  writeFileSync(join(tools, 'flat/notes.md'), '# notes');
});
afterAll(() => rmSync(root, { recursive: true }));

describe.each(engines)(
  'TypeScript modules with the command on $engine',
  { timeout: 120_000 },
  ({ command }) => {
    const json = async (...args: string[]) => {
      const { stdout, code } = await startLathe(command, [...args, '--json']);
      return { code, answer: JSON.parse(stdout) };
    };

    test('inspect names the tools of a module; nothing is written beside it', async () => {
      const before = readdirSync(join(tools, 'repo_stats'));
      for (const path of [join(tools, 'repo_stats'), join(tools, 'repo_stats/index.ts')]) {
        const { answer, code } = await json('inspect', path);
        expect(code).toBe(0);
        expect(answer).toMatchObject({
          format: 'custom-tool',
          group: { name: 'repo_stats' },
          tools: [
            {
              name: 'repo_stats',
              description: 'Counts tracked TypeScript files',
              parameters: {
                type: 'object',
                properties: { glob: { type: 'string', default: '**/*.ts' } },
              },
            },
          ],
          problems: [],
        });
      }
      expect(readdirSync(join(tools, 'repo_stats'))).toEqual(before);
      expect((await json('inspect', join(tools, 'clean_secrets'))).answer.format).toBe('extension');
    });

    test('A2.13 run counts the files of a real repository', async () => {
      const { answer, code } = await json(
        'run',
        join(tools, 'repo_stats'),
        '--args',
        '{"glob": "*.ts"}',
      );
      expect(code).toBe(0);
      expect(answer).toMatchObject({ success: true, llmContent: 'Found 1 files' });
      expect(answer.metadata.details).toEqual({ count: 1, sample: ['a.ts'] });
    });

    test('a single file takes along what it imports; one that does not load says why', async () => {
      const flat = await json('inspect', join(tools, 'flat/newest.ts'));
      expect(flat.answer.tools.map(({ name }: { name: string }) => name)).toEqual(['newest_files']);
      const bad = await json('inspect', join(tools, 'flat/bad.ts'));
      expect(bad.code).toBe(2);
      expect(bad.answer.problems[0]).toMatchObject({ code: 'module-threw', line: 1 });
      const run = await startLathe(command, ['run', join(tools, 'flat/bad.ts')]);
      expect(run.stdout + run.stderr).toContain('Failed to load tool: bad day');
      expect(run.code).not.toBe(0);
    });

    test('A2.26 a custom name where only built-in names count is reported as such', async () => {
      const named = (names: string) =>
        json('discover', '--cwd', root, 'tools/flat', '--tools', names);
      expect((await named('Read,Bash')).answer.chosen).toEqual([]);
      const [custom] = (await named('Read')).answer.tools;
      const { answer, code } = await named(`Read,${custom.name},nope`);
      expect(answer.chosen).toEqual([
        expect.stringContaining(`"${custom.name}" is a custom tool, which is always active`),
        expect.stringContaining('no built-in tool "nope"'),
      ]);
      expect(code).toBe(2);
    });

    test('A2.18 A2.21 A2.23 discover loads what a folder holds, and lists what it cannot', async () => {
      const { answer, code } = await json('discover', '--cwd', root, 'tools/flat', '~/nowhere.ts');
      expect(code).toBe(2);
      expect(answer.tools).toEqual([
        expect.objectContaining({ name: 'newest_files', path: join(tools, 'flat/newest.ts') }),
      ]);
      const errors = answer.errors.map(({ path, error }: { path: string; error: string }) => [
        path.split('/').at(-1),
        error,
      ]);
      expect(errors).toEqual([
        ['bad.ts', 'Failed to load tool: bad day'],
        ['notes.md', 'Declarative tool files (.md, .json) cannot be loaded as executable modules'],
        ['parse-sizes.ts', expect.stringMatching(/must export a default function/)],
        ['nowhere.ts', expect.stringMatching(/^Failed to load tool: There is no file/)],
      ]);
    });
  },
);
