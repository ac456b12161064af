import { expect, test } from 'vitest';
import { callResult, readModelCall, unknownTool } from './model-call.ts';

test('A4.46 arguments are a JSON object', () => {
  const read = readModelCall({ name: 'T', arguments: '{"a": [1]}' });
  expect(read).toEqual({ ok: true, arguments: { a: [1] } });
});

test.each(['', '{"a": ', '[1]', '"x"', 'null', `"${'x'.repeat(2000)}"`])(
  'A4.46 %s is no arguments',
  (text) => {
    expect(readModelCall({ name: 'T', arguments: text })).toEqual({
      ok: false,
      result: {
        success: false,
        llmContent: 'Error: Failed to parse tool arguments as JSON.',
        displayContent: '❌ 无效的工具参数',
        error: {
          type: 'validation_error',
          message: `Invalid tool arguments: ${text.slice(0, 1000)}`,
        },
      },
    });
  },
);

test('A4.47 the loop of an agent keeps only the message of an error', () => {
  const said = { llmContent: 'L', displayContent: 'D' };
  expect(callResult({ success: true, ...said, metadata: { a: 1 } })).toEqual({
    ...{ success: true, ...said, metadata: { a: 1 } },
  });
  expect(callResult(unknownTool('T'))).toEqual({
    success: false,
    llmContent: "Error: Tool 'T' not found.",
    displayContent: '❌ 未知工具: T',
    error: 'Unknown tool: T',
  });
  expect(unknownTool('T').error?.type).toBe('validation_error');
});
