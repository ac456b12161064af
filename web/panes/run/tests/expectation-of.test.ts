import { expect, test } from 'vitest';
import { checkSample } from '../../../../shared/returns/check-sample.ts';
import type { Ending } from '../../../../shared/tool/run/ending.ts';
import { unrun } from '../../../../shared/tool/run/ending.ts';
import type { Json } from '../../../../shared/tool/json.ts';
import type { ToolResult } from '../../../../shared/tool/run/result.ts';
import type { Expectation } from '../../../../shared/tool/sample.ts';
import { expectationOf } from './expectation-of.ts';

const finished = (value?: Json): Ending => ({ ...unrun({ kind: 'finished', exitCode: 0 }), value });
const good: ToolResult = { success: true, llmContent: 'L', displayContent: 'D' };
const bad: ToolResult = {
  success: false,
  llmContent: 'no',
  displayContent: 'no',
  error: { type: 'execution_error', message: 'no' },
};
const answer = { n: [1] };

test.each<[string, ToolResult, Ending, Expectation | undefined, Expectation]>([
  ['a text', good, finished(), undefined, { success: true, llmContent: 'L' }],
  ['an answer that is a text', good, finished('L'), {}, { success: true, llmContent: 'L' }],
  ['an answer that is a value', good, finished(answer), {}, { success: true, value: answer }],
  ['null is a value', good, finished(null), {}, { success: true, value: null }],
  [
    'fields that were named stay',
    good,
    finished(answer),
    { displayContent: 'old', llmContent: 'old' },
    { success: true, llmContent: 'L', displayContent: 'D' },
  ],
  [
    'a failure, by its type',
    bad,
    finished(),
    { success: true },
    { success: false, llmContent: 'no', error: { type: 'execution_error' } },
  ],
  [
    'a type that was named goes with the failure',
    good,
    finished(),
    { error: { type: 'timeout_error' } },
    { success: true, llmContent: 'L' },
  ],
])('%s', (_name, result, ending, before, expected) => {
  const made = expectationOf({ result, ending }, before);
  expect(made).toEqual(expected);
  expect(checkSample({ expect: made }, result, ending)).toEqual({ kind: 'passed' });
});
