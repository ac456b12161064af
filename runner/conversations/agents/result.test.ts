import { expect, test } from 'vitest';
import type {
  CallOutcome,
  ConversationNode,
} from '../../../shared/protocol/conversations/conversations.ts';
import type { JsonObject } from '../../../shared/tool/json.ts';
import { agentResult } from './result.ts';

const outcome = (name: string, success: boolean, metadata: JsonObject = {}): CallOutcome => ({
  ...{ callId: name, name, arguments: {}, from: 'run', durationMs: 1 },
  result: {
    ...{ success, llmContent: success ? 'fine' : 'Error: bad', displayContent: '', metadata },
    ...(success ? {} : { error: { type: 'execution_error', message: 'bad' } }),
  },
});
let count = 0;
const place = () => ({ id: `${(count += 1)}`, parent: null, at: count });
const answer = (text: string, more: object = {}): ConversationNode => ({
  ...{ ...place(), role: 'answer', by: 'openai:a', parts: [{ type: 'text', text }], durationMs: 1 },
  ...{ source: 'live', whole: true, ...more },
});
const results = (...outcomes: CallOutcome[]): ConversationNode => ({
  ...{ ...place(), role: 'results', results: outcomes },
});
const about = { conversationId: 'c', executionTimeMs: 1, maxToolCalls: 100 };
const made = (nodes: ConversationNode[], stopReason: 'done' | 'error' | 'max-calls' = 'done') =>
  agentResult(nodes, { stopReason }, about);

const [good, bad] = [outcome('Read', true), outcome('Read', false)];
test.each([
  ['none was made', [], 'done', true],
  ['one of two failed', [results(good, bad)], 'done', true],
  ['all failed', [results(bad), results(bad)], 'done', false],
  ['an error ended it', [results(good)], 'error', false],
  ['a limit ended it', [results(good)], 'max-calls', true],
] as const)('A3.24 A3.25 success where %s', (_, nodes, stopReason, success) => {
  expect(made([...nodes], stopReason).success).toBe(success);
});

test('A3.24 the files are those that Write and Edit report, without duplicates, with those of inner agents', () => {
  const inner = made([results(outcome('Edit', true, { file_path: 'b' }))]);
  const nodes = [
    results(
      outcome('Write', true, { file_path: 'a' }),
      outcome('Write', false, { file_path: 'x' }),
    ),
    results(outcome('Read', true, { file_path: 'y' }), outcome('Edit', true, { file_path: 'a' })),
    results(outcome('delegate', true, { toolAgentResult: { ...inner } })),
  ];
  expect(made(nodes).filesModified).toEqual(['a', 'b']);
});

test('unreported token counts stay undefined, and replayed answers use none', () => {
  expect(made([answer('x')]).usage).toEqual({});
  const usage = { inputTokens: 3 };
  const nodes = [answer('x', { usage }), answer('y'), answer('z', { usage, source: 'replayed' })];
  expect(made(nodes).usage).toEqual({ inputTokens: 3 });
});

test('tokens of called agents count for their models', () => {
  const inner = made([answer('x', { by: 'openai:b', usage: { inputTokens: 5, outputTokens: 1 } })]);
  const called = results(outcome('b', true, { toolAgentResult: { ...inner } }));
  expect(made([answer('x', { usage: { inputTokens: 2 } }), called])).toMatchObject({
    usage: { inputTokens: 7, outputTokens: 1 },
    usageByModel: { 'openai:a': { inputTokens: 2 }, 'openai:b': { inputTokens: 5 } },
  });
});
