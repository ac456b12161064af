import { describe, expect, test } from 'vitest';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { ToolResult } from '../../../shared/tool/run/result.ts';
import { byteSize, codePoints, duration, utf8Length } from './measures.ts';
import { cuts, splitStreams, textBlocks } from './output.ts';
import { tracebackLines } from './faults.ts';

test.each([
  [0.2, '<1 ms'],
  [3, '3 ms'],
  [999.6, '1.0 s'],
  [15_000, '15.0 s'],
  [59_999, '1 min'],
  [125_000, '2 min 5 s'],
])('duration of %d ms is %s', (ms, text) => expect(duration(ms)).toBe(text));

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 KB'],
  [12_345, '12 KB'],
  [9_960_000, '10 MB'],
])('%d bytes are %s', (bytes, text) => expect(byteSize(bytes)).toBe(text));

test.each(['', 'a', 'é', '中文', '👩‍👩‍👧', '\ud800 alone', 'x\udc00'])(
  'lengths of %j agree with the slow way',
  (text) => {
    expect(codePoints(text)).toBe([...text].length);
    expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
  },
);

test('a traceback names the lines to go to', () => {
  const traceback =
    'Traceback (most recent call last):\n  File "execution.py", line 3, in <module>\nValueError: no\n';
  expect(tracebackLines(traceback)).toEqual([
    { indent: '', text: 'Traceback (most recent call last):' },
    { indent: '  ', text: 'File "execution.py", line 3, in <module>', line: 3 },
    { indent: '', text: 'ValueError: no' },
  ]);
});

describe('splitStreams', () => {
  test.each([
    ['', '', '', []],
    ['a\n', 'a\n', '', [{ stream: 'stdout', text: 'a\n' }]],
    ['e', '', 'e', [{ stream: 'stderr', text: 'e' }]],
    [
      'a\nwarn\nb\nc',
      'a\nb\nc',
      'warn\n',
      [
        { stream: 'stdout', text: 'a\n' },
        { stream: 'stderr', text: 'warn\n' },
        { stream: 'stdout', text: 'b\nc' },
      ],
    ],
    ['a[cut]', 'a', 'e', undefined],
  ])('%j', (output, stdout, stderr, parts) => {
    expect(splitStreams(output, stdout, stderr)).toEqual(parts);
  });
});

test.each([
  ['lines', 'one line\n'.repeat(100)],
  ['one long line', 'x'.repeat(1000)],
  ['pairs', '𝒳'.repeat(500)],
])('blocks of %s join to the text and stay small', (_name, text) => {
  const blocks = textBlocks(text, 101);
  expect(blocks.join('')).toBe(text);
  expect(Math.max(...blocks.map((block) => block.length))).toBeLessThanOrEqual(101);
  expect(blocks.every((block) => block.isWellFormed())).toBe(true);
});

describe('cuts', () => {
  const ending: Ending = {
    kind: 'finished',
    exitCode: 0,
    stdout: 'abc',
    stderr: '',
    output: 'abc',
    truncated: false,
    durationMs: 1,
  };
  const result = { success: true, llmContent: 'abc', displayContent: 'abc' };
  const ruled = { ...result, metadata: { dropped_characters: 7 } };
  test.each<[string, Ending, ToolResult, ReturnType<typeof cuts>]>([
    ['nothing', ending, result, []],
    ['a rule', ending, ruled, [{ by: 'rule', dropped: 7 }]],
    [
      'the default',
      ending,
      { ...result, metadata: { dropped_characters: 7, default_limit: 3 } },
      [{ by: 'default', dropped: 7 }],
    ],
    [
      'the cap, then a rule',
      { ...ending, truncated: true, droppedBytes: 9 },
      ruled,
      [
        { by: 'cap', dropped: 9 },
        { by: 'rule', dropped: 7 },
      ],
    ],
  ])('%s', (_name, ended, shaped, found) => expect(cuts(shaped, ended)).toEqual(found));
});
