import { expect, test } from 'vitest';
import type { Ending } from '../tool/run/ending.ts';
import { unrun } from '../tool/run/ending.ts';
import type { ToolResult } from '../tool/run/result.ts';
import type { Expectation } from '../tool/sample.ts';
import { checkSample } from './check-sample.ts';

const answered: Ending = { ...unrun({ kind: 'finished', exitCode: 0 }), value: { a: 1, b: [2] } };
const good: ToolResult = { success: true, llmContent: 'hi\n', displayContent: '[t] hi' };
const bad: ToolResult = {
  success: false,
  llmContent: 'no',
  displayContent: 'no',
  error: { type: 'timeout_error', message: 'too long' },
};

interface Row {
  name: string;
  expected?: Expectation;
  result?: ToolResult;
  differs?: [field: string, expected: unknown, actual: unknown][];
}
const rows: Row[] = [
  { name: 'a sample without an expectation expects success' },
  { name: 'and no failure', result: bad, differs: [['success', true, false]] },
  { name: 'an empty expectation is met by success', expected: {} },
  { name: 'and by failure', expected: {}, result: bad },
  { name: 'a failure can be what is expected', expected: { success: false }, result: bad },
  { name: 'by its type', expected: { error: { type: 'timeout_error' } }, result: bad },
  {
    name: 'another type differs',
    expected: { error: { type: 'execution_error' } },
    result: bad,
    differs: [['error.type', 'execution_error', 'timeout_error']],
  },
  {
    name: 'an error that did not come differs',
    expected: { error: { type: 'timeout_error' } },
    differs: [['error.type', 'timeout_error', undefined]],
  },
  {
    name: 'texts are compared to the letter, each for itself',
    expected: { llmContent: 'hi', displayContent: '[t]  hi' },
    differs: [
      ['llmContent', 'hi', 'hi\n'],
      ['displayContent', '[t]  hi', '[t] hi'],
    ],
  },
  {
    name: 'an empty text is no missing one',
    expected: { llmContent: '' },
    differs: [['llmContent', '', 'hi\n']],
  },
  { name: 'a value is the same in any order of its keys', expected: { value: { b: [2], a: 1 } } },
  {
    name: 'and another with other members',
    expected: { value: { a: 1 } },
    differs: [['value', { a: 1 }, { a: 1, b: [2] }]],
  },
];

test.each(rows)('$name', ({ expected, result = good, differs = [] }) => {
  const sample = expected ? { expect: expected } : {};
  expect(checkSample(sample, result, answered)).toEqual(
    differs.length === 0
      ? { kind: 'passed' }
      : {
          kind: 'differs',
          differences: differs.map(([field, wanted, actual]) => ({
            field,
            expected: wanted,
            actual,
          })),
        },
  );
});

test.each([
  [unrun({ kind: 'unavailable', reason: 'no Python' }), 'no Python'],
  [unrun({ kind: 'crashed', reason: 'gone' }), 'gone'],
  [unrun({ kind: 'cancelled' }), undefined],
])('does not judge the ending $kind', (ending, reason) => {
  const check = checkSample({ expect: { success: false } }, bad, ending);
  const why = reason === undefined ? undefined : { reason };
  expect(check).toEqual({ kind: 'unjudged', ending: ending.kind, ...(why && { why }) });
});
