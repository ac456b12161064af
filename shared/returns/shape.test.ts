import { describe, expect, test } from 'vitest';
import type { Ending } from '../tool/run/ending.ts';
import { shape } from './shape.ts';

const quiet = { stdout: '', stderr: '', truncated: false, durationMs: 7 };
const finished = (output: string, more: object = {}): Ending => ({
  kind: 'finished',
  exitCode: 0,
  ...quiet,
  stdout: output,
  output,
  ...more,
});
const shaped = (ending: Ending, returns?: Record<string, unknown>) =>
  shape(ending, { name: 'calc', returns });

describe('a program that finished', () => {
  test.each([
    [
      'A1.36',
      '3\n',
      { truncate: 2000, template: '[calc] 结果: {output}' },
      '3\n',
      '[calc] 结果: 3',
    ],
    ['A1.31', 'abcdef', { truncate: 3 }, 'abc', 'abc'],
    ['A1.32', 'abcdef', { truncate: 3, template: '<{output}>' }, 'abc', '<abc>'],
    ['A1.33', 'abc\n', { template: 'done' }, 'abc\n', 'done'],
    ['A1.34', '3\n', { template: '结果={result}' }, '3\n', '3'],
    ['A1.34', '3\n', { template: '{output' }, '3\n', '3'],
    ['A1.35', '3\n', undefined, '3\n', '3'],
    ['A1.35', '3\n', {}, '3\n', '3'],
    ['A1.35', 'abc', { truncate: 0 }, 'abc', 'abc'],
    ['A1.35', 'abc', { truncate: -1 }, 'abc', 'abc'],
    ['A1.35', 'abc', { truncate: 1.5 }, 'abc', 'abc'],
    ['A1.35', 'abc', { truncate: '2' }, 'abc', 'abc'],
    ['A1.35', 'abc', { truncate: true }, 'abc', 'abc'],
    ['A1.35', 'abc', { template: 5 }, 'abc', 'abc'],
    ['A1.35', '{tool_id}', { template: '{{x}} {output}' }, '{tool_id}', '{x} {tool_id}'],
    ['A1.35', 'a\n\n', {}, 'a\n\n', 'a\n'],
    ['A1.35', '', {}, '', '已执行自定义工具'],
    ['A1.35', '\n', {}, '\n', '已执行自定义工具'],
  ])('%s %j with %j', (_, output, returns, llmContent, displayContent) => {
    const { result } = shaped(finished(output), returns);
    expect(result).toMatchObject({ success: true, llmContent, displayContent });
    expect(result.error).toBeUndefined();
  });

  test('A4.5 has always both contents and the facts', () => {
    expect(shaped(finished('x')).result.metadata).toEqual({
      tool_id: 'calc',
      status: 'finished',
      return_code: 0,
      truncated: false,
      duration_ms: 7,
    });
  });

  test('A1.31 A1.34 notes report what was cut and ignored', () => {
    const { notes, result } = shaped(finished('你好吗'), { truncate: 1, template: 'a{b}' });
    expect(notes.truncated).toEqual({ kept: 1, dropped: 2 });
    expect(notes.templateIgnored).toMatchObject({ at: 1 });
    expect(notes.templateIgnored?.reason.message).toContain('"{b}"');
    expect(result.metadata).toMatchObject({ truncated: true, dropped_characters: 2 });
    expect(shaped(finished('x'), { truncate: -1 }).notes.truncateIgnored?.message).toContain(
      'above 0',
    );
  });

  test('A1.28 tells the model and the person about a limit', () => {
    const { result } = shaped(finished('AAA', { truncated: true, droppedBytes: 990_000 }));
    expect(result.llmContent).toBe('AAA\n[output cut at the limit: 990000 more bytes dropped]');
    expect(result.displayContent).toContain('990000 more bytes');
    expect(result.metadata).toMatchObject({ truncated: true, dropped_bytes: 990_000 });
  });

  test('A1.28 cuts output at the default limit, with a notice, unless a rule sets another', () => {
    const many = finished('A'.repeat(1_000_000));
    const { result, notes } = shaped(many);
    expect(result.llmContent).toBe(
      `${'A'.repeat(10_000)}\n[output cut at the limit: 990000 more characters dropped]`,
    );
    expect(result.displayContent).toContain('990000 more characters');
    expect(result.metadata).toMatchObject({ truncated: true, default_limit: 10_000 });
    expect(notes.truncated).toEqual({ kept: 10_000, dropped: 990_000, byDefault: true });
    const asked = shaped(many, { truncate: 20_000 }).result;
    expect(asked.llmContent).toBe('A'.repeat(20_000));
    expect(asked.metadata).not.toHaveProperty('default_limit');
  });

  test('A1.32 stderr and the exit status are separate values', () => {
    const ending = finished('out\nerr\n', { stderr: 'err\n' });
    const { result } = shaped(ending, { template: '{stderr}|{return_code}' });
    expect(result.displayContent).toBe('err|0');
  });

  test.each([
    [{ value: 'text' }, 'text', 'text'],
    [{ value: { a: 1 } }, '{\n  "a": 1\n}', '{\n  "a": 1\n}'],
    [{ value: { a: 1 }, formatted: 'a is 1' }, 'a is 1', '{\n  "a": 1\n}'],
    [{ value: null }, 'null', 'null'],
    [{ formatted: 'only' }, 'only', 'only'],
  ])('an answer %j', (more, llmContent, displayContent) => {
    expect(shaped(finished('printed', more)).result).toMatchObject({ llmContent, displayContent });
  });
});

describe('a call without a result', () => {
  const rows: [string, Ending, string, string, string[]][] = [
    [
      'A1.26 an exception',
      {
        kind: 'failed',
        exitCode: 1,
        ...quiet,
        output: 'half\n',
        fault: { class: 'ValueError', message: 'op must be one of + - * /', line: 4 },
      },
      'execution_error',
      'op must be one of + - * /',
      ['Tool execution failed: ValueError: op must be one of + - * / (line 4)', 'half'],
    ],
    [
      'A4.33 an exit status',
      { kind: 'failed', exitCode: 3, ...quiet, output: 'no such thing\n' },
      'execution_error',
      'Exit code 3',
      ['Tool execution failed with exit code 3', 'no such thing'],
    ],
    [
      'A1.29 A4.33 a time-out',
      { kind: 'timed-out', afterMs: 15000, ...quiet, output: 'begun' },
      'timeout_error',
      'Timed out after 15000 ms',
      ['15000 ms', 'begun', 'less work'],
    ],
    [
      'A1.17 a key that an unescaped brace made',
      {
        kind: 'failed',
        exitCode: 1,
        ...quiet,
        output: '',
        fault: { class: 'KeyError', message: `"'+'"`, missing: "'+'" },
      },
      'validation_error',
      `缺少必填参数: "'+'"`,
      [`缺少必填参数: "'+'"`],
    ],
    [
      'A1.19 a missing argument',
      {
        kind: 'failed',
        exitCode: 2,
        ...quiet,
        output: '',
        fault: { class: 'KeyError', message: "'a'", missing: 'a' },
      },
      'validation_error',
      '缺少必填参数: a',
      ['缺少必填参数: a'],
    ],
    [
      'A4.12 arguments that the schema refuses',
      {
        kind: 'failed',
        exitCode: 2,
        ...quiet,
        output: '',
        fault: {
          class: 'ValidationError',
          message: 'op: must be one of + -',
          issues: [
            { path: 'op', keyword: 'enum', message: 'must be one of', expected: ['+', '-'] },
          ],
        },
      },
      'validation_error',
      'op: must be one of + -',
      ['Parameter validation failed: op', 'the schema says ["+","-"]', 'call again'],
    ],
    [
      'a refusal by the person',
      { kind: 'denied', reason: 'Command rejected by user', ...quiet, output: '' },
      'permission_error',
      'Command rejected by user',
      ['Command rejected by user', 'ask the user'],
    ],
    [
      'a host that is missing',
      { kind: 'unavailable', reason: 'Install PowerShell 7', ...quiet, output: '' },
      'execution_error',
      'Install PowerShell 7',
      ['Install PowerShell 7', 'will not help'],
    ],
    [
      'a sandbox that died',
      { kind: 'crashed', reason: 'Out of memory at 1 GiB', ...quiet, output: 'half' },
      'unknown_error',
      'Out of memory at 1 GiB',
      ['Out of memory', 'half'],
    ],
    [
      'a cancelled call',
      { kind: 'cancelled', ...quiet, output: 'half' },
      'execution_error',
      'Cancelled',
      ['cancelled', 'half'],
    ],
  ];
  test.each(rows)('A4.4 A4.5 %s', (_, ending, type, message, parts) => {
    const { result } = shaped(ending);
    expect(result).toMatchObject({ success: false, error: { type, message } });
    for (const part of parts) expect(result.llmContent).toContain(part);
    expect(result.displayContent).toMatch(/^❌ /);
    const chinese = shape(ending, { name: 'calc' }, 'zh').result;
    expect(chinese.displayContent).toMatch(/^❌ [\u4e00-\u9fff]/);
    expect(chinese.llmContent).toBe(result.llmContent);
  });

  test('a template applies to a failed program, and not to a call that never ran', () => {
    const returns = { template: 'code {return_code}' };
    const failed: Ending = { kind: 'failed', exitCode: 3, ...quiet, output: '' };
    expect(shaped(failed, returns).result.displayContent).toBe('code 3');
    const denied: Ending = { kind: 'denied', reason: 'no', ...quiet, output: '' };
    expect(shaped(denied, returns).result.displayContent).toContain('no');
  });
});
