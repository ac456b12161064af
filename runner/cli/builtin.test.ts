import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engines, startLathe } from './fixtures/start-lathe.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-cli-builtin-'));
const before = process.env.LATHE_WORKSPACE;
beforeAll(() => {
  mkdirSync(`${workspace}/files`);
  writeFileSync(`${workspace}/files/a.txt`, 'one\n');
  process.env.LATHE_WORKSPACE = workspace;
});
afterAll(() => {
  if (before === undefined) delete process.env.LATHE_WORKSPACE;
  else process.env.LATHE_WORKSPACE = before;
  rmSync(workspace, { recursive: true, force: true });
});

describe.each(engines)('built-in tools with the command on $engine', ({ command }) => {
  const run = async (name: string, args: unknown, ...flags: string[]) => {
    const given = ['run', '--builtin', name, '--args', JSON.stringify(args), '--json', ...flags];
    const { stdout, code } = await startLathe(command, given);
    return { code, answer: JSON.parse(stdout) };
  };

  test('A3.12 they are called by name', async () => {
    const { code, answer } = await run('Read', { file_path: 'a.txt' });
    expect([code, answer.llmContent]).toEqual([0, '     1|one']);
  });

  test('A3.33 with nobody to ask, what has to be asked for is denied', async () => {
    const file = `${workspace}/files/w.txt`;
    rmSync(file, { force: true });
    const args = { file_path: 'w.txt', contents: '' };
    expect((await run('Write', args)).code).toBe(4);
    expect(existsSync(file)).toBe(false);
    expect((await run('Write', args, '--dangerously-approve')).code).toBe(0);
    expect(existsSync(file)).toBe(true);
  });

  test('A3.23 what is forbidden stays so', async () => {
    const { code } = await run('Bash', { command: 'sudo ls' }, '--dangerously-approve');
    expect(code).toBe(4);
  });

  test('a name that is none says which there are', async () => {
    const { code, answer } = await run('Nope', {});
    expect(code).toBe(1);
    expect(answer.error.message).toContain('Read, Edit, Write, Glob, Grep, Bash, Skill');
  });
});
