import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { execFileSync } from 'node:child_process';
import { getuid } from 'node:process';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const write = (file_path: string, contents: string) =>
  ground.call('Write', { file_path, contents }, { answer: yes });

/** Only root may mount a disk that is soon full. */
const mounted = (folder: string): boolean => {
  mkdirSync(folder, { recursive: true });
  if (getuid?.() !== 0) return false;
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

describe('Write', () => {
  test('A4.24: makes a file with the folders on the way, then overwrites it', async () => {
    const made = (await write('new/deep/a.txt', 'ä\nb')).result;
    expect(readFileSync(`${ground.files}/new/deep/a.txt`, 'utf8')).toBe('ä\nb');
    expect(made).toEqual({
      success: true,
      llmContent: 'Successfully created new/deep/a.txt (2 lines)',
      displayContent: '✅ 创建文件: new/deep/a.txt (2 行)',
      metadata: { file_path: 'new/deep/a.txt', is_overwrite: false, line_count: 2, byte_count: 4 },
    });
    const again = (await write('new/deep/a.txt', 'c')).result;
    expect(again.displayContent).toBe('✅ 覆盖文件: new/deep/a.txt (1 行)');
    expect(readFileSync(`${ground.files}/new/deep/a.txt`, 'utf8')).toBe('c');
    expect(readdirSync(`${ground.files}/new/deep`)).toEqual(['a.txt']);
  });

  test('the rights of an old file stay, a new one has those of the umask', async () => {
    const path = ground.put('run.sh', 'a');
    chmodSync(path, 0o700);
    await write('run.sh', 'b');
    expect(statSync(path).mode & 0o777).toBe(0o700);
    await write('fresh.txt', 'b');
    expect(statSync(`${ground.files}/fresh.txt`).mode & 0o777).toBe(0o666 & ~process.umask());
  });

  test.each(['-n', 'a b', "it's", '"$(touch x)"', '`id`', '*', 'a\nb', '😀', '\\', '%s'])(
    'a file may be named %j',
    async (name) => {
      const { result } = await write(`odd/${name}`, 'x');
      expect(result.success).toBe(true);
      expect(readFileSync(`${ground.files}/odd/${name}`, 'utf8')).toBe('x');
      const read = await ground.call('Read', { file_path: `odd/${name}` });
      expect(read.result.llmContent).toBe('     1|x');
    },
  );

  test('twenty megabytes arrive whole', async () => {
    const contents = '0123456789\n'.repeat(2_000_000);
    await write('large.txt', contents);
    expect(readFileSync(`${ground.files}/large.txt`, 'utf8') === contents).toBe(true);
  });

  test('a folder is not overwritten, nor is a file taken for one', async () => {
    ground.put('folder/x', '');
    expect((await write('folder', 'a')).result.error?.type).toBe('validation_error');
    ground.put('file', '');
    const { result } = await write('file/below', 'a');
    expect(result.error?.message).toMatch(/A file stands where the path needs a folder/);
    expect(readFileSync(`${ground.files}/file`, 'utf8')).toBe('');
    expect((await write('fresh/', 'a')).result.error?.message).toBe('"fresh/" names a folder');
    expect((await write('half.txt', 'a\ud800')).result.error?.type).toBe('validation_error');
    expect(['fresh', 'half.txt'].filter((name) => existsSync(`${ground.files}/${name}`))).toEqual(
      [],
    );
  });

  test('without a yes nothing is made', async () => {
    const { result } = await ground.call('Write', { file_path: 'no/a.txt', contents: '' });
    expect(result.error?.type).toBe('permission_error');
    expect(existsSync(`${ground.files}/no`)).toBe(false);
  });

  test('a full disk is said, and the old file stays', async (context) => {
    const folder = `${ground.files}/full`;
    if (!mounted(folder)) context.skip('Only root may mount a small disk');
    try {
      await write('full/a.txt', 'old');
      const { result } = await write('full/a.txt', 'x'.repeat(200_000));
      expect(result.error?.message).toMatch(/No space left/);
      expect(readFileSync(`${folder}/a.txt`, 'utf8')).toBe('old');
      expect(readdirSync(folder)).toEqual(['a.txt']);
    } finally {
      execFileSync('umount', [folder]);
    }
  });

  test('a cancelled call changes nothing', async () => {
    const path = ground.put('kept.txt', 'old');
    const signal = AbortSignal.abort();
    const { ending } = await ground.call(
      'Write',
      { file_path: 'kept.txt', contents: 'new' },
      { answer: yes, signal },
    );
    expect(ending.kind).toBe('cancelled');
    expect(readFileSync(path, 'utf8')).toBe('old');
  });

  test('A4.24: the rule is the folder', async () => {
    const tool = await ground.tool('Write');
    const rule = tool?.abstractPermissionRule?.({ file_path: '/src/a.ts', contents: '' });
    expect(rule).toBe('Write:/src/*');
  });
});
