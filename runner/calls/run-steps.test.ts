import { unrun } from '../../shared/tool/ending.ts';
import { expect, test } from 'vitest';
import type { Answer, Question } from '../../shared/registry/approve.ts';
import { RunSteps } from './run-steps.ts';

const question = (about: Question['about']): Question => ({
  ...{
    runId: 'r',
    tool: 't',
    type: 'tool_call',
    title: 'Run t',
    pattern: 't',
    about,
    text: '',
    arguments: {},
    reasons: [{ code: 'x', message: 'why' }],
  },
});
const pause = () => new Promise((done) => setTimeout(done, 15));
const slow = (answer: Answer) => async () => {
  await pause();
  return answer;
};
const done = {
  ending: unrun({ kind: 'finished', exitCode: 0 }),
  result: { success: true, llmContent: '', displayContent: '' },
};

test.each([
  ['builtin:Read', 'Read', undefined, 'read'],
  ['builtin:Bash', 'Bash', undefined, 'bash'],
  ['mine', 'x', 'bash', 'bash'],
  ['mine', 'Read', 'python', 'tool_call'],
  ['builtin:Other', 'Other', undefined, 'tool_call'],
])('A3.37 the step of %s %s in %s is of type %s', (toolId, tool, language, type) => {
  expect(new RunSteps({ toolId, tool, language }).list).toMatchObject([
    { type, title: tool, status: 'pending' },
  ]);
});

test('A3.37 a question waits, is answered, and the call runs after it', async () => {
  const steps = new RunSteps({ toolId: 'mine', tool: 't', language: 'bash' });
  const asked = steps.asked(question('execution'), slow({ answer: 'allow' }));
  expect(steps.list.map(({ type, status }) => [type, status])).toContainEqual([
    'bash-confirm',
    'awaiting-confirmation',
  ]);
  await asked;
  expect(steps.list.map(({ type, status }) => [type, status])).toEqual([
    ['bash-confirm', 'completed'],
    ['bash', 'running'],
  ]);
  await pause();
  const over = steps.asked(question('result'), slow({ answer: 'deny', reason: 'no' }));
  await over;
  const denied = unrun({ kind: 'denied', reason: 'no' });
  const list = steps.end({ ending: denied, result: { ...done.result, success: false } });
  expect(list).toMatchObject([
    { type: 'bash-confirm', status: 'completed', description: 'why' },
    { type: 'bash', status: 'completed' },
    { type: 'result-confirm', status: 'failed', error: 'no' },
  ]);
  const [first, call, last] = list;
  expect(call?.timestamp).toBeGreaterThanOrEqual((first?.timestamp ?? 0) + 10);
  expect(call?.durationMs).toBeGreaterThanOrEqual(10);
  expect(last?.timestamp).toBeGreaterThanOrEqual(call?.timestamp ?? Infinity);
});

test('A3.37 what was refused never ran', async () => {
  const steps = new RunSteps({ toolId: 'mine', tool: 't' });
  await steps.asked(question('execution'), slow({ answer: 'deny', reason: 'no' }));
  const error = { type: 'permission_error' as const, message: 'no' };
  const result = { success: false, llmContent: '', displayContent: '', error };
  expect(steps.end({ ending: unrun({ kind: 'denied', reason: 'no' }), result })).toMatchObject([
    { type: 'tool-confirm', status: 'failed', error: 'no' },
    { type: 'tool_call', status: 'failed', durationMs: 0, error: 'no' },
  ]);
});
