import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { chineseCauses, type CauseCode } from '../../../shared/returns/causes.ts';
import { onBothEngines } from '../fixtures/on-both-engines.ts';

type Row = [ids: string, what: string, tool: string, args: object, result: object];

const error = (type: string, message: unknown = expect.any(String)) => ({ type, message });
const edit = (old_string: string, new_string: string, file_path = 'w/twice.txt') => ({
  file_path,
  old_string,
  new_string,
});

/** A cause is in the language of the head before it, and travels as a code for readers of another one. */
const because = (ids: string, tool: string, args: object, code: CauseCode): Row[] => {
  const [start = '', end = ''] = chineseCauses[code].split(/\{.*\}/s);
  const display = new RegExp(`^❌ \\p{Script=Han}+失败: ${start}[^]*${end}$`, 'u');
  const result = {
    ...{ success: false, displayContent: expect.stringMatching(display) },
    error: { message: expect.stringMatching(/^[ -~]+$/) },
    metadata: { reasons: [{ code, message: expect.stringMatching(/^[ -~]+$/) }] },
  };
  return [[ids, `${code} is told in the language of the head`, tool, args, result]];
};

const rows: Row[] = [
  [
    'A4.20',
    'a missing file comes before texts that are the same',
    'Edit',
    edit('a', 'a', 'w/none.txt'),
    { error: error('validation_error', 'File not found') },
  ],
  [
    'A4.20',
    'a folder comes before texts that are the same',
    'Edit',
    edit('a', 'a', 'w'),
    { error: error('validation_error', 'Path is a directory') },
  ],
  [
    'A4.20',
    'texts that are the same come before one that is not there',
    'Edit',
    edit('zzz', 'zzz'),
    { error: error('validation_error', 'old_string and new_string are identical') },
  ],
  [
    'A4.20',
    'a text that is not there',
    'Edit',
    edit('zzz', 'y'),
    { error: error('validation_error', 'old_string not found in file') },
  ],
  [
    'A4.20',
    'several matches, with their number and both ways out',
    'Edit',
    edit('same', 'y'),
    {
      error: error('validation_error', 'Multiple matches (2) found'),
      llmContent: expect.stringMatching(/more context[^]*replace_all=true/),
    },
  ],
  [
    'A4.24',
    'a file that is made, with its folders, in bytes of UTF-8',
    'Write',
    { file_path: 'w/new/er/u.txt', contents: '你\nb' },
    {
      success: true,
      displayContent: '✅ 创建文件: w/new/er/u.txt (2 行)',
      metadata: { is_overwrite: false, line_count: 2, byte_count: 5 },
    },
  ],
  [
    'A4.24',
    'a file that is written over',
    'Write',
    { file_path: 'w/over.txt', contents: 'x' },
    {
      success: true,
      displayContent: '✅ 覆盖文件: w/over.txt (1 行)',
      metadata: { is_overwrite: true, line_count: 1, byte_count: 1 },
    },
  ],
  [
    'A4.25',
    'neither node_modules nor .git nor folders',
    'Glob',
    { pattern: '*found*', path: 'w' },
    { success: true, llmContent: 'found.txt', metadata: { count: 1 } },
  ],
  [
    'A4.25',
    'nothing, which is a success',
    'Glob',
    { pattern: '*.nothing' },
    { success: true, displayContent: '⚠️ 未找到匹配 "*.nothing" 的文件', metadata: { count: 0 } },
  ],
  [
    'A4.27',
    'nothing, which is a success',
    'Grep',
    { pattern: 'no such text anywhere' },
    { success: true, llmContent: expect.stringMatching(/^No matches/), metadata: { count: 0 } },
  ],
  [
    'A4.27',
    'only files that the glob names',
    'Grep',
    { pattern: 'same', path: 'w', include: '*.md' },
    { success: true, llmContent: 'only.md:1:same', metadata: { count: 1 } },
  ],
  [
    'A4.12',
    'every issue of the arguments, each behind its path',
    'Read',
    { file_path: '', offset: -1, limit: 20_000 },
    {
      error: { type: 'validation_error', details: { length: 3 } },
      llmContent: expect.stringMatching(
        /^Parameter validation failed: file_path: .*; offset: .*; limit: /,
      ),
    },
  ],
  ...because('A4.24', 'Write', { file_path: 'w/only.md/below', contents: '' }, 'file-no-folder'),
  ...because('A4.24', 'Write', { file_path: 'w/fresh/', contents: '' }, 'names-folder'),
  ...because('A4.24', 'Write', { file_path: 'w/half', contents: '\ud800' }, 'half-letter'),
  ...because('A4.20', 'Edit', { ...edit('a', 'b'), file_path: 'w/bytes.bin' }, 'file-not-text'),
  ...because('A4.25', 'Glob', { pattern: '../x' }, 'pattern-leads-out'),
  ...because('A4.25', 'Glob', { pattern: '/elsewhere/*' }, 'pattern-elsewhere'),
  ...because('A4.25', 'Glob', { pattern: 'x', path: 'w/only.md' }, 'not-a-folder'),
  ...because('A4.27', 'Grep', { pattern: 'x', path: 'w/none' }, 'no-folder'),
  ...because('A4.27', 'Grep', { pattern: 'a\0b' }, 'pattern-holds-nul'),
  [
    'A4.27',
    'what another program says is quoted, not put into a sentence',
    'Grep',
    { pattern: '(' },
    {
      llmContent: expect.stringMatching(/^Search failed: .*regex parse error/),
      displayContent: expect.stringMatching(/^❌ 搜索失败: 系统提示“[^”]*unclosed group”$/),
      metadata: { reasons: [{ code: 'system-said' }] },
    },
  ],
  [
    'A4.30 A4.31',
    'the deletion of a folder is asked for, and not forbidden',
    'Bash',
    { command: 'rm -rf w/gone' },
    { error: error('permission_error', 'Command rejected by user') },
  ],
];

onBothEngines('The built-in tools answer in the guide’s words', (runner) => {
  const files = (...path: string[]) => join(runner().workspace, 'files', ...path);
  const run = async (body: object, answer: 'allow' | 'deny') => {
    let runId = '';
    const events = await runner().run(body, 'page', async ({ event, data }) => {
      if (event === 'started') ({ runId } = data);
      if (event !== 'approval') return;
      const sent = { as: 'page', method: 'POST' } as const;
      const decision = { id: data.id, answer, scope: 'once' };
      await runner().fetch(`/api/runs/${runId}/decision`, { ...sent, body: decision });
    });
    return events.at(-1)?.data.result;
  };
  beforeAll(() => {
    for (const folder of ['node_modules', '.git', 'found', 'gone'])
      mkdirSync(files('w', folder), { recursive: true });
    const texts = { 'twice.txt': 'same\nsame\n', 'over.txt': 'old', 'only.md': 'same\n' };
    for (const [name, text] of Object.entries(texts)) writeFileSync(files('w', name), text);
    writeFileSync(files('w/bytes.bin'), Buffer.of(1, 0, 2));
    for (const folder of ['.', 'node_modules', '.git'])
      writeFileSync(files('w', folder, 'found.txt'), '');
  });

  test.each(rows)('%s %s: %s', async (_ids, _what, tool, args, result) => {
    const answer = tool === 'Bash' ? 'deny' : 'allow';
    expect(await run({ tool, arguments: args }, answer)).toMatchObject(result);
  });

  test('A4.21 every occurrence is replaced and counted where that is asked for', async () => {
    const args = { ...edit('same', 'other'), replace_all: true };
    const result = await run({ tool: 'Edit', arguments: args }, 'allow');
    expect(result).toMatchObject({ success: true, metadata: { replacements: 2 } });
    expect(readFileSync(files('w/twice.txt'), 'utf8')).toBe('other\nother\n');
  });
});
