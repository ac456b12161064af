import { expect, test } from 'vitest';
import { unrun, type Ending } from '../../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import { bashResult } from './bash-result.ts';

const where = { command: 'ls', working_directory: '/w' };
const finished = unrun({ kind: 'finished', exitCode: 0 });
const failed: Ending = { ...finished, kind: 'failed', exitCode: 3 };
const late: Ending = { ...finished, kind: 'timed-out', afterMs: 7 };
const cut = { stdout: 'o', truncated: true };
const ok = (llmContent: string): ToolResult => ({
  ...{ success: true, llmContent, displayContent: '✅ 命令执行成功: ls' },
  metadata: { ...where, exit_code: 0 },
});
const no = (said: string, message: string): ToolResult => ({
  ...{ success: false, llmContent: `Command failed with exit code 3:\n${said}` },
  displayContent: '❌ 命令执行失败 (exit 3)',
  error: { type: 'execution_error', message, details: { exit_code: 3 } },
  metadata: { ...where, exit_code: 3 },
});
const over = (more: string): ToolResult => ({
  ...{ success: false, llmContent: `Command timed out after 7ms: ls${more}` },
  displayContent: '❌ 命令超时 (7ms)',
  error: { type: 'timeout_error', message: 'Command timed out' },
  metadata: where,
});
const unable: ToolResult = {
  ...{ success: false, llmContent: 'Command could not be run: no bash' },
  displayContent: '❌ 无法执行命令: 系统提示“no bash”',
  error: { type: 'execution_error', message: 'no bash' },
};

test.each<[string, Ending, ToolResult]>([
  ['silent', finished, ok('(no output)')],
  ['blank', { ...finished, stdout: ' \n', stderr: '\n' }, ok('(no output)')],
  ['heard', { ...finished, stdout: '\no\n', stderr: ' e\n' }, ok('o\n\n[stderr]\ne')],
  ['cut', { ...finished, ...cut, droppedBytes: 9 }, ok('o\n[output cut: 9 bytes dropped]')],
  ['cut somewhere', { ...finished, ...cut }, ok('o\n[output cut: more bytes dropped]')],
  ['failed', { ...failed, stdout: 'o', stderr: 'e\n' }, no('o\n\ne', 'e')],
  ['failed in silence', failed, no('', 'Exit code 3')],
  ['failed, cut', { ...failed, ...cut }, no('o\n[output cut: more bytes dropped]', 'Exit code 3')],
  ['late', late, over('')],
  ['late, heard', { ...late, stdout: 'o', stderr: 'e' }, over('\n\nOutput until then:\no\n\ne')],
  [
    'late, cut',
    { ...late, ...cut },
    over('\n\nOutput until then:\no\n[output cut: more bytes dropped]'),
  ],
  [
    'cancelled',
    unrun({ kind: 'cancelled' }),
    {
      ...{ success: false, llmContent: 'Command was cancelled: ls', displayContent: '❌ 已取消' },
      error: { type: 'execution_error', message: 'Cancelled' },
    },
  ],
  [
    'denied',
    unrun({ kind: 'denied', reason: 'why' }),
    {
      success: false,
      llmContent: 'Error: Potentially dangerous command detected: ls\nwhy',
      displayContent: '❌ 检测到危险命令,已阻止执行',
      error: {
        ...{ type: 'permission_error', message: 'Dangerous command blocked' },
        details: { reason: 'why' },
      },
    },
  ],
  ['not there', unrun({ kind: 'unavailable', reason: 'no bash' }), unable],
  ['broken', unrun({ kind: 'crashed', reason: 'no bash' }), unable],
])('A4.32 A4.33 a command that was %s', (_, ending, result) => {
  const ran = { command: 'ls', description: undefined, directory: '/w' };
  expect(bashResult(ending, ran)).toStrictEqual(result);
});

test.each([
  ['y'.repeat(50), '', 'y'.repeat(50)],
  ['y'.repeat(51), undefined, `${'y'.repeat(50)}...`],
  [`${'😀'.repeat(50)}y`, undefined, `${'😀'.repeat(50)}...`],
])('A4.32 the person sees %s', (command, description, shown) => {
  const { displayContent } = bashResult(finished, { command, description, directory: '/w' });
  expect(displayContent).toBe(`✅ 命令执行成功: ${shown}`);
});

test('A4.32 the person sees the description of the command, if there is one', () => {
  const ran = { command: 'ls', description: 'Lists', directory: '/w' };
  expect(bashResult(finished, ran).displayContent).toBe('✅ Lists');
});
