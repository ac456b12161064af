import { execFileSync } from 'node:child_process';
import { symlinkSync, truncateSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openGround, yes, type Ground } from '../fixtures/open-ground.ts';

let ground: Ground;
beforeAll(async () => {
  ground = await openGround();
});
afterAll(() => ground.close());

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => `${from + at}`);

describe('Read', () => {
  test('A4.15, A4.16, A4.18: numbers every line and says how many there are', async () => {
    ground.put('a.txt', 'one\ntwo\nthree\n');
    const { result, ending } = await ground.call('Read', { file_path: 'a.txt' });
    expect(result).toEqual({
      success: true,
      llmContent: '     1|one\n     2|two\n     3|three',
      displayContent: '✅ 读取文件: a.txt (3 行)',
      metadata: { file_path: 'a.txt', total_lines: 3, lines_read: 3, offset: 0, has_more: false },
    });
    expect(ending).toMatchObject({ kind: 'finished', exitCode: 0 });
    expect(ground.questions).toEqual([]);
  });

  test.each([
    [{ offset: 1, limit: 1 }, '     2|2', '(行 2-2/5)', true],
    [{ offset: 3 }, '     4|4\n     5|5', '(行 4-5/5)', false],
    [
      { limit: 5 },
      numbered(1, 5)
        .map((n) => `     ${n}|${n}`)
        .join('\n'),
      '(行 1-5/5)',
      false,
    ],
    [{ offset: 9 }, '', '(行 5-9/5)', false],
  ])('A4.18: %j of five lines', async (range, text, shown, more) => {
    ground.put('five.txt', numbered(1, 5).join('\n'));
    const { result } = await ground.call('Read', { file_path: 'five.txt', ...range });
    expect(result.llmContent).toBe(text);
    expect(result.displayContent).toContain(shown);
    expect(result.metadata).toMatchObject({ total_lines: 5, has_more: more });
  });

  test('A4.15: 2,000 lines without a limit, and the rest on demand', async () => {
    ground.put('long.txt', numbered(1, 2500).join('\n'));
    const { result } = await ground.call('Read', { file_path: 'long.txt' });
    expect(result.metadata).toMatchObject({ total_lines: 2500, lines_read: 2000, has_more: true });
    expect(result.displayContent).toMatch(/\[还有更多\.\.\.\]$/);
  });

  test.each([
    [{ file_path: '' }, '文件路径不能为空'],
    [{ file_path: 'a.txt', offset: -1 }, 'offset'],
    [{ file_path: 'a.txt', limit: 0 }, 'limit'],
    [{ file_path: 'a.txt', limit: 10_001 }, 'limit'],
    [{ file_path: 'a.txt', offset: 1.5 }, 'offset'],
  ])('A4.15: %j is refused', async (args, said) => {
    const { result } = await ground.call('Read', args);
    expect(result.error?.type).toBe('validation_error');
    expect(result.llmContent).toMatch(/^Parameter validation failed: /);
    expect(result.llmContent).toContain(said);
  });

  test('A4.17: a missing file, and a folder', async () => {
    const absent = (await ground.call('Read', { file_path: 'no.txt' })).result;
    expect(absent.error).toEqual({ type: 'execution_error', message: 'File not found' });
    expect(absent.displayContent).toBe(`❌ 文件不存在: ${ground.files}/no.txt`);
    ground.put('folder/a', '');
    const folder = (await ground.call('Read', { file_path: 'folder' })).result;
    expect(folder.error).toEqual({ type: 'validation_error', message: 'Path is a directory' });
    execFileSync('mkfifo', [`${ground.files}/pipe`]);
    const pipe = (await ground.call('Read', { file_path: 'pipe' })).result;
    const message = `Not a regular file: ${ground.files}/pipe`;
    expect(pipe.error).toEqual({ type: 'execution_error', message });
    expect(pipe.llmContent).toBe(`Failed to read file: ${message}`);
  });

  test.each<[string, Uint8Array | string, string]>([
    ['CRLF', 'a\r\nb\r\n', '     1|a\n     2|b'],
    ['no final newline', 'a\nb', '     1|a\n     2|b'],
    ['empty lines', '\n\n', '     1|\n     2|'],
    ['nothing', '', ''],
    ['UTF-8 with a mark', '\ufeffä', '     1|ä'],
    ['UTF-16', Buffer.from('\ufeffä\nb', 'utf16le'), '     1|ä\n     2|b'],
    ['UTF-16, big end first', Buffer.from('\ufeffä\nb', 'utf16le').swap16(), '     1|ä\n     2|b'],
    ['Latin-1', Uint8Array.of(0x63, 0x61, 0x66, 0xe9), '     1|café'],
    ['letters of several bytes', '你好\n😀', '     1|你好\n     2|😀'],
    [
      'Latin-1 that shows late',
      Buffer.concat([Buffer.alloc(300_000, 'x'.repeat(2999) + '\n'), Buffer.from('é', 'latin1')]),
      `${Array.from({ length: 100 }, (_, at) => `${String(at + 1).padStart(6)}|${'x'.repeat(2999)}`).join('\n')}\n   101|é`,
    ],
  ])('A4.19: %s', async (_name, content, text) => {
    ground.put('odd.txt', content);
    const { result } = await ground.call('Read', { file_path: 'odd.txt' });
    expect(result.llmContent).toBe(text);
  });

  test('A4.19: a binary file is recognized, and a huge one needs little memory', async () => {
    ground.put('b.bin', Uint8Array.of(1, 0, 2));
    const binary = (await ground.call('Read', { file_path: 'b.bin' })).result;
    expect(binary.error).toEqual({ type: 'validation_error', message: 'File is binary' });
    ground.put('late.bin', Buffer.concat([Buffer.alloc(300_000, 'x\n'), Buffer.of(0)]));
    const late = (await ground.call('Read', { file_path: 'late.bin' })).result;
    expect(late.error?.message).toBe('File is binary');
    const huge = ground.put('huge.txt', 'x\n'.repeat(50));
    const before = process.memoryUsage().rss;
    ground.put('lines.txt', 'some text of a line\n'.repeat(5_000_000));
    const { result } = await ground.call('Read', { file_path: 'lines.txt', offset: 4_999_999 });
    expect(result.llmContent).toBe('5000000|some text of a line');
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
    truncateSync(huge, 0);
  });

  test('A4.19: a line of megabytes is shortened, with a note', async () => {
    ground.put('line.txt', 'y'.repeat(3_000_000));
    const { result } = await ground.call('Read', { file_path: 'line.txt' });
    expect(result.llmContent.length).toBeLessThan(1_100_000);
    expect(result.llmContent).toMatch(/\[cut: /);
    expect(result.metadata).toMatchObject({ has_more: true });
  });

  test.each([
    ['a NUL', 'a\0.txt', /NUL/],
    ['5,000 characters', 'a/'.repeat(2500), /5000 characters/],
    ['a name of 300 letters', 'n'.repeat(300), /255 bytes/],
    ["Lathe's own records", '../.lathe/grants.json', /no tool may open/],
    ['the environment of a process', '/proc/self/environ', /no tool may open/],
    ['a device', '/dev/zero', /no tool may open/],
  ])('A4.18: %s is refused without a question', async (_name, file_path, said) => {
    ground.questions.length = 0;
    const { result, ending } = await ground.call('Read', { file_path }, { answer: yes });
    expect(result.error?.type).toBe('permission_error');
    expect(result.error?.message).toMatch(said);
    expect(ending.kind).toBe('denied');
    expect(ground.questions).toEqual([]);
  });

  test('A3.33: outside the workspace the person is asked, and decides', async () => {
    const path = `${ground.root}/secret.txt`;
    ground.questions.length = 0;
    const refused = await ground.call('Read', { file_path: path });
    expect(refused.result.error?.message).toBe('Command rejected by user');
    expect(ground.questions[0]?.reasons).toEqual([
      { ...{ code: 'outside-workspace', values: { path } }, message: expect.any(String) },
    ]);
    const allowed = await ground.call('Read', { file_path: path }, { answer: yes });
    expect(allowed.result.llmContent).toBe('     1|the secret');
  });

  test('A3.32: links and ".." are resolved before the path is judged', async () => {
    symlinkSync(`${ground.root}/secret.txt`, `${ground.files}/link`);
    symlinkSync(ground.root, `${ground.files}/up`);
    for (const file_path of [
      'link',
      'up/secret.txt',
      '../../secret.txt',
      'folder/../up/secret.txt',
    ]) {
      const { result } = await ground.call('Read', { file_path });
      expect(result.success, file_path).toBe(false);
      expect(ground.questions.at(-1)?.text).toBe(`Read ${ground.root}/secret.txt`);
    }
  });

  test('A3.33: allowed directories extend the workspace', async () => {
    const wider = await openGround(['more']);
    wider.put(`${wider.root}/more/a.txt`, 'x');
    wider.put(`${wider.root}/more2/a.txt`, 'x');
    const inside = await wider.call('Read', { file_path: `${wider.root}/more/a.txt` });
    const beside = await wider.call('Read', { file_path: `${wider.root}/more2/a.txt` });
    await wider.close();
    expect([inside.result.success, beside.result.success]).toEqual([true, false]);
  });

  test('A3.7: reports what it reads', async () => {
    ground.events.length = 0;
    await ground.call('Read', { file_path: 'a.txt' });
    expect(ground.events).toEqual([
      { type: 'update', update: { title: 'Reading a.txt', metadata: { file_path: 'a.txt' } } },
    ]);
  });
});
