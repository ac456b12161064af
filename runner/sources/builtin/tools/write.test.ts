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
  test('A4.24: creates a file with its folders, then overwrites it', async () => {
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

  test('an existing file keeps its permissions, a new one gets those of the umask', async () => {
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

  test('a folder is not overwritten, and a file is not used as one', async () => {
    ground.put('folder/x', '');
    expect((await write('folder', 'a')).result.error?.type).toBe('validation_error');
    ground.put('file', '');
    const { result } = await write('file/below', 'a');
    expect(result.error?.message).toMatch(/A file stands where the path needs a folder/);
    expect(readFileSync(`${ground.files}/file`, 'utf8')).toBe('');
    expect(result.error?.type).toBe('execution_error');
    const said = (message: string | undefined, chinese: string, code: string) => ({
      ...{ success: false, error: { message } },
      llmContent: `Error writing file: ${message}`,
      displayContent: `❌ 写入文件失败: ${chinese}`,
      metadata: { reasons: [{ code, message }] },
    });
    const below = `路径中应为文件夹的位置是一个文件: ${ground.files}/file/below`;
    expect(result).toMatchObject(said(result.error?.message, below, 'file-no-folder'));
    for (const name of ['fresh/', 'fresh/.'])
      expect((await write(name, 'a')).result).toMatchObject(
        said(`"${name}" names a folder`, `“${name}”是文件夹的名称`, 'names-folder'),
      );
    expect((await write('half.txt', 'a\ud800')).result.error).toEqual({
      ...{
        type: 'validation_error',
        message: 'contents has half of a surrogate pair (invalid Unicode)',
      },
    });
    expect(['fresh', 'half.txt'].filter((name) => existsSync(`${ground.files}/${name}`))).toEqual(
      [],
    );
  });

  test('without approval nothing is created', async () => {
    ground.questions.length = 0;
    const { result } = await ground.call('Write', { file_path: 'no/a.txt', contents: 'x' });
    expect(result.error?.type).toBe('permission_error');
    expect(existsSync(`${ground.files}/no`)).toBe(false);
    expect(ground.questions).toMatchObject([
      {
        ...{ text: `Write ${ground.files}/no/a.txt\n\nx`, rule: `Write:${ground.files}/no/*` },
        ...{ signature: 'no/a.txt', reasons: [{ code: 'tool-writes-file' }] },
      },
    ]);
  });

  test('a waiver for the workspace does not apply outside it', async () => {
    ground.questions.length = 0;
    const policy = 'auto' as const;
    const inside = await ground.call('Write', { file_path: 'w.txt', contents: '' }, { policy });
    expect([inside.result.success, ground.questions.length]).toEqual([true, 0]);
    const file_path = `${ground.root}/w.txt`;
    const outside = await ground.call('Write', { file_path, contents: '' }, { policy });
    expect(outside.result.success).toBe(false);
    const codes = ground.questions[0]?.reasons.map(({ code }) => code);
    expect(codes).toEqual(['tool-writes-file', 'outside-workspace']);
  });

  test('nobody can approve a path that no tool may open', async () => {
    const { result, ending } = await write('../.lathe/grants.json', 'x');
    expect(result.error?.message).toMatch(/no tool may open/);
    expect(ending.kind).toBe('denied');
  });

  test('A3.7: reports what it writes', async () => {
    ground.events.length = 0;
    await write('said.txt', '');
    const update = {
      title: `Writing ${ground.files}/said.txt`,
      metadata: { file_path: 'said.txt' },
    };
    expect(ground.events).toEqual([{ type: 'update', update }]);
  });

  test('a full disk is reported, and the old file stays', async (context) => {
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
    expect(tool?.isConcurrencySafe).toBe(false);
    expect(tool?.extractSignatureContent?.({ file_path: 'a', contents: '' })).toBe('a');
    expect(tool?.abstractPermissionRule?.({ file_path: 'a', contents: '' })).toBe('Write:./*');
  });
});
