import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readFileSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const edit = (file_path: string, old_string: string, new_string: string, more = {}) =>
  ground.call('Edit', { file_path, old_string, new_string, ...more }, { answer: yes });

describe('Edit', () => {
  test('A4.20, A4.21: replaces a text that occurs once', async () => {
    const path = ground.put('a.txt', 'one two three');
    const { result } = await edit('a.txt', 'two', '2');
    expect(readFileSync(path, 'utf8')).toBe('one 2 three');
    expect(result).toEqual({
      success: true,
      llmContent: 'Successfully edited a.txt (1 replacement)',
      displayContent: '✅ 文件已编辑: a.txt (1 处替换)',
      metadata: { file_path: 'a.txt', replacements: 1, old_string_preview: 'two' },
    });
  });

  test('A4.14, A4.21: replace_all is off by default, and works when it is on', async () => {
    const path = ground.put('many.txt', 'a b a b a');
    const { result } = await edit('many.txt', 'a', 'c', { replace_all: true });
    expect(readFileSync(path, 'utf8')).toBe('c b c b c');
    expect(result.llmContent).toBe('Successfully edited many.txt (3 replacements)');
    const long = `${'😀'.repeat(60)}`;
    ground.put('many.txt', long);
    const shown = (await edit('many.txt', long, 'x')).result.metadata;
    expect(shown?.old_string_preview).toBe(`${'😀'.repeat(50)}...`);
    ground.put('many.txt', long);
    const whole = (await edit('many.txt', long.slice(0, 100), 'x')).result.metadata;
    expect(whole?.old_string_preview).toBe('😀'.repeat(50));
  });

  test.each([
    ['no.txt', 'a', 'b', 'File not found'],
    ['no.txt', 'a', 'a', 'File not found'],
    ['folder', 'a', 'b', 'Path is a directory'],
    ['t.txt', 'same', 'same', 'old_string and new_string are identical'],
    ['t.txt', '', 'x', 'old_string is empty'],
    ['t.txt', 'absent', 'x', 'old_string not found in file'],
    ['t.txt', 'e', 'x', 'Multiple matches (3) found'],
  ])('A4.20, A4.22: %s, %j to %j: %s', async (file, old, next, message) => {
    ground.put('folder/x', '');
    const path = ground.put('t.txt', 'three e');
    const { result } = await edit(file, old, next);
    expect(result.error).toEqual({ type: 'validation_error', message });
    expect(readFileSync(path, 'utf8')).toBe('three e');
  });

  const refused = 'Error editing file: ';
  test.each([
    ['no.txt', 'validation_error', 'Error: File not found: PATH', '❌ 文件不存在: PATH'],
    [
      'folder',
      'validation_error',
      'Error: PATH is a directory, not a file',
      '❌ 错误: PATH 是目录而非文件',
    ],
    [
      'b.bin',
      'validation_error',
      `${refused}PATH cannot be decoded as text without loss, so it cannot be edited`,
      '❌ 编辑文件失败: PATH 不是能原样写回的文本',
    ],
    [
      'pipe',
      'execution_error',
      `${refused}Not a regular file: PATH`,
      '❌ 编辑文件失败: 不是普通文件: PATH',
    ],
  ])('A4.20: %s is not edited, with a reason', async (file, type, llm, display) => {
    ground.put('folder/x', '');
    ground.put('b.bin', Uint8Array.of(1, 0, 2));
    const pipe = `${ground.files}/pipe`;
    if (!existsSync(pipe)) execFileSync('mkfifo', [pipe]);
    const { result } = await edit(file, 'a', 'b');
    const path = `${ground.files}/${file}`;
    expect(result).toMatchObject({ success: false, error: { type } });
    expect(result.llmContent).toBe(llm.replace('PATH', path));
    expect(result.displayContent).toBe(display.replace('PATH', path));
  });

  test('a file that changes between reading and writing is not overwritten', async () => {
    const path = ground.put('busy.txt', 'a');
    const { signal } = new AbortController();
    let changes = 0;
    // Whoever read the file no longer listens, and whoever writes it does not listen yet.
    signal.removeEventListener = () => {
      changes += 1;
      ground.put('busy.txt', `a${'+'.repeat(changes)}`);
    };
    const args = { file_path: 'busy.txt', old_string: 'a', new_string: 'b' };
    const { result } = await ground.call('Edit', args, { answer: yes, signal });
    const message = `File changed while it was edited: ${path}; read it again`;
    expect(result.error).toEqual({ type: 'execution_error', message });
    expect(result.llmContent).toBe(`Error editing file: ${message}`);
    expect(result.displayContent).toBe(
      `❌ 编辑文件失败: 文件在编辑期间被更改: ${path}，请重新读取`,
    );
    expect(readFileSync(path, 'utf8')).toMatch(/^a\++$/);
  });

  test('A3.7: reports what it edits', async () => {
    const path = ground.put('said.txt', 'a');
    ground.events.length = 0;
    await edit('said.txt', 'a', 'b');
    const update = { title: `Editing ${path}`, metadata: { file_path: path } };
    expect(ground.events).toEqual([{ type: 'update', update }]);
  });

  test('A4.20: several matches name both solutions', async () => {
    ground.put('t.txt', 'aa');
    const { result } = await edit('t.txt', 'a', 'b');
    expect(result.llmContent).toMatch(/\(2\).*\n1\. Provide more context.*\n2\. Set replace_all/);
  });

  test.each(['cost $& $1 $$', "$`|$'", '\\1 \\n'])(
    'A4.22: %j is put in to the letter',
    async (next) => {
      const path = ground.put('d.txt', 'x foo y foo');
      await edit('d.txt', 'x foo', next);
      expect(readFileSync(path, 'utf8')).toBe(`${next} y foo`);
      ground.put('d.txt', 'foo foo');
      await edit('d.txt', 'foo', next, { replace_all: true });
      expect(readFileSync(path, 'utf8')).toBe(`${next} ${next}`);
    },
  );

  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');
  test.each<[string, Uint8Array | string, Uint8Array | string]>([
    ['CRLF', 'a\r\nb\r\nc\r\n', 'a\r\nB\r\n2\r\nc\r\n'],
    ['LF', 'a\nb\nc', 'a\nB\n2\nc'],
    ['a mark', '\ufeffa\nb\nc', '\ufeffa\nB\n2\nc'],
    ['UTF-16', utf16('ä\r\nb\r\nc'), utf16('ä\r\nB\r\n2\r\nc')],
    ['UTF-16, big end first', utf16('ä\nb\nc').swap16(), utf16('ä\nB\n2\nc').swap16()],
    ['Latin-1', Buffer.from('é\nb\nc', 'latin1'), Buffer.from('é\nB\n2\nc', 'latin1')],
    [
      'bytes without letters',
      Buffer.from('\x81\nb\n', 'latin1'),
      Buffer.from('\x81\nB\n2\n', 'latin1'),
    ],
    ['mixed line ends', 'a\r\nb\nc', 'a\r\nB\n2\nc'],
  ])('%s survives an edit', async (_name, before, after) => {
    const path = ground.put('e.txt', before);
    const { result } = await edit('e.txt', 'b', 'B\n2');
    expect(result.success).toBe(true);
    expect(readFileSync(path)).toEqual(Buffer.from(after));
  });

  test('a character that the encoding lacks is refused, and the file stays', async () => {
    const path = ground.put('e.txt', Buffer.from('é b', 'latin1'));
    const { result } = await edit('e.txt', 'b', '你');
    expect(result.error?.message).toMatch(/windows-1252/);
    expect(readFileSync(path, 'latin1')).toBe('é b');
  });

  test.each([
    ['of Windows', 'a\r\nb\r\nc\r\n', 'a\nb', 'x\ny', 'x\r\ny\r\nc\r\n'],
    ['that mixes them', 'a\r\nb\nc\r\nd\n', 'a\nb\nc', 'x\n$&', 'x\r\n$&\r\nd\n'],
    ['where only others are mixed', 'a\nb\nc\r\n', 'a\nb', 'x\ny', 'x\ny\nc\r\n'],
    ['of Unix, by a caller of Windows', 'a\nb\n', 'a\r\nb', 'x\r\ny', 'x\ny\n'],
  ])(
    'the text over several lines is found in a file %s',
    async (_name, before, old, next, after) => {
      const path = ground.put('w.txt', before);
      await edit('w.txt', old, next);
      expect(readFileSync(path, 'utf8')).toBe(after);
    },
  );

  test('several matches with different line ends are refused, too', async () => {
    ground.put('w.txt', 'a\r\nb\na\r\nb\n');
    const { result } = await edit('w.txt', 'a\nb', 'x');
    expect(result.error?.message).toBe('Multiple matches (2) found');
  });

  test('a lone surrogate is refused, and the file stays', async () => {
    const path = ground.put('e.txt', 'a b');
    const { result } = await edit('e.txt', 'b', '\ud83d');
    expect(result.error?.type).toBe('validation_error');
    expect(readFileSync(path, 'utf8')).toBe('a b');
  });

  test('the permissions of a file stay, and no temporary file is left', async () => {
    const path = ground.put('mode/run.sh', 'a');
    chmodSync(path, 0o751);
    await edit('mode/run.sh', 'a', 'b');
    expect(statSync(path).mode & 0o777).toBe(0o751);
    expect(readdirSync(`${ground.files}/mode`)).toEqual(['run.sh']);
  });

  test('A3.33: asks with the exact change, and does nothing without approval', async () => {
    const path = ground.put('q.txt', 'a');
    ground.questions.length = 0;
    const { result } = await ground.call('Edit', {
      file_path: 'q.txt',
      old_string: 'a',
      new_string: 'b',
    });
    expect(result.error).toEqual({ type: 'permission_error', message: 'Command rejected by user' });
    expect(readFileSync(path, 'utf8')).toBe('a');
    expect(ground.questions[0]?.text).toBe(`Edit ${path}\n\n- a\n\n+ b`);
  });

  test('a waiver for the workspace does not apply outside it', async () => {
    ground.questions.length = 0;
    ground.put('q.txt', 'a');
    const args = { old_string: 'a', new_string: 'b' };
    const inside = await ground.call('Edit', { file_path: 'q.txt', ...args }, { policy: 'auto' });
    expect([inside.result.success, ground.questions.length]).toEqual([true, 0]);
    const outside = `${ground.root}/secret.txt`;
    const other = await ground.call('Edit', { file_path: outside, ...args }, { policy: 'auto' });
    expect([other.result.success, ground.questions.length]).toEqual([false, 1]);
  });

  test('changed arguments in the answer are judged again', async () => {
    const path = ground.put('q.txt', 'a');
    const changed = { file_path: '../.lathe/grants.json', old_string: 'a', new_string: 'b' };
    const { result } = await ground.call(
      'Edit',
      { file_path: 'q.txt', old_string: 'a', new_string: 'b' },
      { answer: { answer: 'allow', arguments: changed } },
    );
    expect(result.error?.message).toMatch(/no tool may open/);
    expect(readFileSync(path, 'utf8')).toBe('a');
  });

  test('a link is edited where it leads, and stays a link', async () => {
    const path = ground.put('target.txt', 'a');
    symlinkSync(path, `${ground.files}/l.txt`);
    await edit('l.txt', 'a', 'b');
    expect(readFileSync(path, 'utf8')).toBe('b');
    expect(readFileSync(`${ground.files}/l.txt`, 'utf8')).toBe('b');
  });

  test('A4.23: the signature is the path, the rule its folder; a question has the real path', async () => {
    const tool = await ground.tool('Edit');
    const args = { file_path: '/src/a/b.ts', old_string: 'a', new_string: 'b' };
    expect(tool?.extractSignatureContent?.(args)).toBe('/src/a/b.ts');
    expect(tool?.abstractPermissionRule?.(args)).toBe('Edit:/src/a/*');
    expect(tool?.abstractPermissionRule?.({ ...args, file_path: '/b' })).toBe('Edit:/*');
    expect(tool?.isConcurrencySafe).toBe(false);
    symlinkSync(ground.root, `${ground.files}/docs`);
    await ground.call('Edit', { ...args, file_path: 'docs/secret.txt' });
    expect(ground.questions.at(-1)?.rule).toBe(`Edit:${ground.root}/*`);
  });
});
