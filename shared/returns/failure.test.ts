import { describe, expect, test } from 'vitest';
import type { Ending, Fault } from '../tool/run/ending.ts';
import { shape } from './shape.ts';

const quiet = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 7 };
const failed = (fault?: Fault, more: Partial<Ending> = {}) =>
  ({ kind: 'failed', exitCode: 3, ...quiet, fault, ...more }) as Ending;
const words = (ending: Ending) => shape(ending, { name: 'calc' }).result;

describe('a program that failed', () => {
  test.each<[string, Fault | undefined, Partial<Ending>, string, string]>([
    [
      'says nothing',
      undefined,
      {},
      'Tool execution failed with exit code 3',
      '❌ Execution failed: Exit code 3',
    ],
    [
      'says blanks',
      undefined,
      { output: ' \n\n' },
      'Tool execution failed with exit code 3',
      '❌ Execution failed: Exit code 3',
    ],
    [
      'says blanks that were cut',
      undefined,
      { output: ' \n\n', truncated: true },
      'Tool execution failed with exit code 3\n\nOutput:\n[output cut at the limit: the rest dropped]',
      '❌ Execution failed: Exit code 3\n[output cut at the limit: the rest dropped]',
    ],
    [
      'printed, which keeps its first blanks',
      undefined,
      { output: '  half\n\n' },
      'Tool execution failed with exit code 3\n\nOutput:\n  half',
      '❌ Execution failed: Exit code 3\n  half',
    ],
    [
      'threw',
      { class: 'ValueError', message: 'no' },
      {},
      'Tool execution failed: ValueError: no',
      '❌ Execution failed: ValueError: no',
    ],
    [
      'threw at a line',
      { class: 'ValueError', message: 'no', line: 4 },
      {},
      'Tool execution failed: ValueError: no (line 4)',
      '❌ Execution failed: ValueError: no',
    ],
    [
      'threw without a word',
      { class: 'KeyboardInterrupt', message: '' },
      {},
      'Tool execution failed: KeyboardInterrupt',
      '❌ Execution failed: KeyboardInterrupt',
    ],
    [
      'words it itself, for the model and for the person',
      { class: 'Error', message: 'no' },
      { formatted: 'for the model', value: 'for the person', output: 'printed' },
      'for the model',
      'for the person',
    ],
    [
      'words it itself, for the model alone',
      { class: 'Error', message: 'no' },
      { formatted: 'for the model', value: { a: 1 } },
      'for the model',
      '❌ Execution failed: Error: no\n{\n  "a": 1\n}',
    ],
    [
      'had answered before, and words nothing',
      { class: 'Error', message: 'no' },
      { value: 'half of it' },
      'Tool execution failed: Error: no\n\nAnswered until then:\nhalf of it',
      '❌ Execution failed: Error: no\nhalf of it',
    ],
  ])('A4.4 %s', (_, fault, more, llmContent, displayContent) => {
    expect(words(failed(fault, more))).toMatchObject({
      success: false,
      llmContent,
      displayContent,
    });
  });

  test.each<[Fault | undefined, object]>([
    [undefined, { exit_code: 3 }],
    [
      { class: 'ValueError', message: 'no' },
      { exit_code: 3, class: 'ValueError' },
    ],
    [
      { class: 'ValueError', message: 'no', line: 4 },
      { exit_code: 3, class: 'ValueError', line: 4 },
    ],
  ])('of %j the details are %j', (fault, details) => {
    const { error } = words(failed(fault));
    expect(error?.type).toBe('execution_error');
    expect(error?.details).toStrictEqual(details);
  });

  test.each([
    ['finished', 1],
    ['failed', 0],
    ['failed', 1],
  ])('a program that %s with %d did not succeed', (kind, exitCode) => {
    const { success, error } = words({ ...quiet, kind, exitCode } as Ending);
    expect([success, error?.message]).toEqual([false, `Exit code ${exitCode}`]);
  });
});

describe('invalid arguments', () => {
  test.each<[Omit<Fault, 'class' | 'message'> & { message?: string }, string, string]>([
    [{ missing: 'a' }, '缺少必填参数: a', ''],
    [{ missing: 'name' }, '缺少必填参数: name', ''],
    [{ missing: '数_1' }, '缺少必填参数: 数_1', ''],
    [{ missing: '1a' }, "缺少必填参数: '1a'", ''],
    [{ missing: 'a b' }, "缺少必填参数: 'a b'", ''],
    [{ missing: "a'b" }, '缺少必填参数: "a\'b"', ''],
    [{ missing: `a'"b` }, `缺少必填参数: 'a\\'"b'`, ''],
    [{ missing: 'a"b' }, `缺少必填参数: 'a"b'`, ''],
    [{ missing: 'a\nb\\' }, `缺少必填参数: 'a\\nb\\\\'`, ''],
    [{ missing: 'a', message: '缺少必填参数: a, b; c: wrong' }, '缺少必填参数: a, b; c: wrong', ''],
    [{ missing: 'a', message: 'about 缺少必填参数' }, '缺少必填参数: a', ''],
    [{ issues: [], message: 'It must be an object' }, 'It must be an object', ''],
    [
      { issues: [{ path: '', keyword: 'type', message: 'must be one' }], message: 'M' },
      'M',
      '\n- arguments: must be one\nCorrect the arguments and call again.',
    ],
    [
      {
        message: 'M',
        issues: [
          { path: 'a.0', keyword: 'type', message: 'wrong', expected: 'number' },
          { path: 'b', keyword: 'enum', message: 'unknown' },
        ],
      },
      'M',
      '\n- a.0: wrong; the schema says "number"\n- b: unknown\nCorrect the arguments and call again.',
    ],
  ])('A1.19 A4.12 %j', (fault, message, list) => {
    const { error, llmContent, displayContent } = words(
      failed({ class: 'F', message: '', ...fault }),
    );
    expect(error).toStrictEqual({
      ...{ type: 'validation_error', message },
      ...(fault.issues?.length ? { details: fault.issues } : {}),
    });
    expect(llmContent).toBe(`Parameter validation failed: ${message}${list}`);
    // The sentence about a missing argument is always in its own language.
    const head = fault.missing === undefined ? 'Parameter validation failed: ' : '';
    expect(displayContent).toBe(`❌ ${head}${message}`);
  });

  test('a template does not apply to a call that never ran', () => {
    const ending = failed({ class: 'F', message: 'no', issues: [] });
    const { displayContent } = shape(ending, { name: 'calc', returns: { template: 'T' } }).result;
    expect(displayContent).toBe('❌ Parameter validation failed: no');
  });
});

describe('a call that was stopped', () => {
  const stopped = (more: object) => ({ ...quiet, output: 'half\n', ...more }) as Ending;
  const said = '\n\nOutput until then:\nhalf';
  test.each<[Ending, string, object]>([
    [
      stopped({ kind: 'timed-out', afterMs: 15 }),
      `Tool timed out: it was stopped at its limit of 15 ms. Ask for less work in one call.${said}`,
      { timeout_ms: 15 },
    ],
    [
      stopped({ kind: 'timed-out', afterMs: 15, line: 3, output: '' }),
      'Tool timed out: it was stopped at its limit of 15 ms while at line 3. Ask for less work in one call.',
      { timeout_ms: 15 },
    ],
    [stopped({ kind: 'cancelled' }), `Tool call was cancelled before it finished.${said}`, {}],
    [
      stopped({ kind: 'cancelled', output: '\n' }),
      'Tool call was cancelled before it finished.',
      {},
    ],
  ])('A4.4 %j', (ending, llmContent, facts) => {
    const { metadata, ...result } = words(ending);
    expect(result.llmContent).toBe(llmContent);
    expect(metadata).toStrictEqual({
      ...{ tool_id: 'calc', status: ending.kind, return_code: null },
      ...{ truncated: false, duration_ms: 7, ...facts },
    });
  });
});

test.each([
  [undefined, undefined],
  [[], undefined],
  [['slow'], ['slow']],
])('shows the warnings %j as %j', (warnings, told) => {
  const ending = { kind: 'finished', exitCode: 0, ...quiet, warnings } as Ending;
  expect(words(ending).metadata?.warnings).toEqual(told);
});

test.each<[unknown, string]>([
  [null, 'a\nb'],
  [undefined, 'a\nb'],
  ['[{output}|{stderr}]', '[a\nb|c\nd]'],
])('with the template %j only the last line end is removed', (template, shown) => {
  const ending = {
    ...{ kind: 'finished', exitCode: 0, ...quiet },
    ...{ output: 'a\nb\r\n', stderr: 'c\nd\n' },
  } as Ending;
  const { result, notes } = shape(ending, { name: 'calc', returns: { template } as never });
  expect(result.displayContent).toBe(shown);
  expect(notes).toStrictEqual({});
});

test('a template that is no string is ignored, with the reason', () => {
  const ending = { kind: 'finished', exitCode: 0, ...quiet, output: 'a' } as Ending;
  const { notes } = shape(ending, { name: 'calc', returns: { template: 5 } as never });
  const reason = { message: '"template" must be a string' };
  expect(notes).toMatchObject({ templateIgnored: { reason, at: 0 } });
  expect(Object.keys(notes)).toEqual(['templateIgnored']);
});

test('reports output that a limit cut without counting, also with an answer', () => {
  const ending = {
    kind: 'finished',
    exitCode: 0,
    ...quiet,
    output: 'a',
    truncated: true,
  } as Ending;
  const notice = '\n[output cut at the limit: the rest dropped]';
  expect(words(ending).llmContent).toBe(`a${notice}`);
  const ruled = shape(ending, { name: 'calc', returns: { truncate: 5 } }).result;
  expect(ruled.llmContent).toBe(`a${notice}`);
  const both = { ...ending, output: 'A'.repeat(10_001), droppedBytes: 5 };
  expect(words(both).llmContent).toMatch(/: 1 more characters and 5 more bytes dropped\]$/);
});

test.each([
  [undefined, 'long answer'],
  [4, 'long'],
])('cuts an answer at the author’s limit: %s', (truncate, llmContent) => {
  const ending = { kind: 'finished', exitCode: 0, ...quiet, value: 'long answer' } as Ending;
  const returns = truncate === undefined ? {} : { truncate };
  expect(shape(ending, { name: 'calc', returns }).result.llmContent).toBe(llmContent);
});
