import { expect, test } from 'vitest';
import { z } from 'zod';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import { approveResult, type Answer, type Question } from './approve.ts';
import { createTool } from '../define/create-tool.ts';
import type { EffectivePolicies } from './policies.ts';
import type { Tool } from '../tool.ts';
import { because } from '../fixtures/decide.ts';

const tool = createTool({
  ...{ name: 'T', kind: 'execute', schema: z.object({}), description: { short: '' } },
  execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
}) as Tool;
const args = { a: 1 };
const finished = unrun({ kind: 'finished', exitCode: 0 });
const failed = unrun({ kind: 'failed', exitCode: 1, fault: { class: 'Error', message: '' } });

const about = async (
  policy: EffectivePolicies['result'],
  done: { ending?: Ending; success?: boolean; signal?: AbortSignal },
  answer: Answer | Promise<Answer> = { answer: 'allow' },
) => {
  const questions: Question[] = [];
  const policies: EffectivePolicies = {
    because: { result: because('said so') },
    ...(policy === undefined ? {} : { result: policy }),
  };
  const { signal = new AbortController().signal, success = true, ending = finished } = done;
  const withheld = await approveResult(
    { runId: 'r', tool, arguments: args, policies, signal },
    { result: { success, llmContent: 'the result', displayContent: 'shown' }, ending },
    { ask: async (question) => (questions.push(question), answer) },
  );
  return { withheld, questions };
};

test.each<[EffectivePolicies['result'], boolean, Ending, number]>([
  [undefined, true, finished, 0],
  [undefined, false, finished, 0],
  ['never', false, finished, 0],
  ['on-error', true, finished, 0],
  ['on-error', false, finished, 1],
  ['always', true, finished, 1],
  ['always', false, failed, 1],
  ['always', false, unrun({ kind: 'denied', reason: '' }), 0],
  ['always', false, unrun({ kind: 'cancelled' }), 0],
  ['always', false, unrun({ kind: 'unavailable', reason: '' }), 0],
])('the policy %s, success %s', async (policy, success, ending, asked) => {
  const { withheld, questions } = await about(policy, { success, ending });
  expect(withheld).toBeUndefined();
  expect(questions).toEqual(
    Array.from({ length: asked }, () => ({
      ...{ runId: 'r', tool: 'T', about: 'result', text: 'the result', arguments: args },
      ...{ type: 'tool_result', title: 'Send the result of T', pattern: 'T' },
      ...{ remember: false, reasons: [because('said so')] },
    })),
  );
});

test.each<[Answer, string, string | undefined]>([
  [{ answer: 'deny' }, 'Result rejected by user', 'result-rejected-by-user'],
  [{ answer: 'deny', reason: 'Private' }, 'Private', undefined],
])('%j withholds the result', async (answer, reason, code) => {
  const { withheld } = await about('always', {}, answer);
  const coded = code === undefined ? {} : { because: [{ code, message: reason }] };
  expect(withheld).toEqual(unrun({ kind: 'denied', reason, ...coded }));
});

test('a cancelled call stops waiting for the answer', async () => {
  const cancel = new AbortController();
  const asked = about('always', { signal: cancel.signal }, new Promise(() => undefined));
  cancel.abort();
  expect((await asked).withheld).toEqual(unrun({ kind: 'cancelled' }));
});
