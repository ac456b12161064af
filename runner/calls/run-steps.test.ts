import { unrun } from '../../shared/tool/run/ending.ts';
import { expect, test } from 'vitest';
import type { Answer, Question } from '../../shared/registry/approval/approve.ts';
import type { Step } from '../../shared/tool/run/step.ts';
import { RunSteps, type TellStep } from './run-steps.ts';

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

test('A3.37 a refused call never ran', async () => {
  const steps = new RunSteps({ toolId: 'mine', tool: 't' });
  await steps.asked(question('execution'), slow({ answer: 'deny', reason: 'no' }));
  const error = { type: 'permission_error' as const, message: 'no' };
  const result = { success: false, llmContent: '', displayContent: '', error };
  expect(steps.end({ ending: unrun({ kind: 'denied', reason: 'no' }), result })).toMatchObject([
    { type: 'tool-confirm', status: 'failed', error: 'no' },
    { type: 'tool_call', status: 'failed', durationMs: 0, error: 'no' },
  ]);
});

/** The steps of a call, and what was told of them. */
function told(context: object = {}) {
  const heard: [phase: string, step: Step][] = [];
  const tell: TellStep = (phase, step) => heard.push([phase, step]);
  const steps = new RunSteps({ toolId: 'mine', tool: 't', context }, tell);
  return { steps, heard };
}
const ownStep = (id: string, more: Partial<Step> = {}): Step => ({
  ...{ id, type: 'grep', title: id, status: 'running', timestamp: 1 },
  ...more,
});

test('A3.37 every step has the turn and the call that it belongs to', async () => {
  const { steps, heard } = told({ turnIndex: 3, callId: 'c' });
  await steps.asked(question('execution'), slow({ answer: 'allow' }));
  steps.started(ownStep('s'));
  steps.completed(ownStep('late'));
  steps.end(done);
  expect(heard.map(([phase, { id }]) => `${phase} ${id}`)).toEqual([
    ...['start call', 'start confirm-1', 'complete confirm-1'],
    ...['start s', 'complete late', 'complete call'],
  ]);
  for (const [, step] of heard) expect(step).toMatchObject({ turnIndex: 3, toolCallId: 'c' });
});

test('A3.37 a reported step does not change later', async () => {
  const { steps, heard } = told();
  await steps.asked(question('execution'), slow({ answer: 'allow' }));
  steps.end(done);
  expect(heard.map(([, { status }]) => status)).toEqual([
    ...['pending', 'awaiting-confirmation', 'completed', 'completed'],
  ]);
});

test.each([
  ['call', 'tool-call'],
  ['confirm-1', 'tool-confirm-1'],
  ['confirm-12', 'tool-confirm-12'],
  ['recall', 'recall'],
  ['caller', 'caller'],
  ['confirm-x', 'confirm-x'],
  ['confirm-1x', 'confirm-1x'],
])("a tool's step %s is stored as %s", (id, kept) => {
  const { steps, heard } = told();
  steps.started(ownStep(id));
  steps.completed(ownStep(id, { status: 'completed', result: 'r'.repeat(3000) }));
  expect(steps.list.map((step) => step.id)).toEqual([kept, 'call']);
  expect(heard.slice(1).map(([phase, step]) => [phase, step.id])).toEqual([
    ['start', kept],
    ['complete', kept],
  ]);
  expect(steps.list[0]).toMatchObject({ status: 'completed', result: 'r'.repeat(2000) });
  expect(heard[1]?.[1]).not.toHaveProperty('result');
});

test('of more than five hundred steps the first are stored, with their ends', () => {
  const { steps } = told();
  for (let at = 1; at <= 600; at += 1) steps.started(ownStep(`s${at}`));
  expect(steps.list.length).toBe(500);
  steps.completed(ownStep('s499', { status: 'completed' }));
  steps.completed(ownStep('s500', { status: 'completed' }));
  steps.completed(ownStep('s1', { status: 'failed' }));
  expect(steps.list.length).toBe(500);
  const ended = steps.list.filter(({ id }) => ['s1', 's499', 's500'].includes(id));
  expect(ended.map(({ id, status }) => `${id} ${status}`)).toEqual(['s1 failed', 's499 completed']);
});

test('a step that ends without a start is stored, up to the same limit', () => {
  const { steps } = told();
  for (let at = 1; at <= 600; at += 1) steps.completed(ownStep(`s${at}`));
  expect(steps.list.length).toBe(500);
});

test('a question without reasons has no description, and an answer without one no error', async () => {
  const { steps } = told();
  const bare = { ...question('execution'), reasons: [] };
  await steps.asked(bare, slow({ answer: 'deny' }));
  const confirm = steps.list.find(({ type }) => type === 'tool-confirm');
  expect(confirm?.description).toBeUndefined();
  expect(confirm).not.toHaveProperty('error');
  expect(confirm?.durationMs).toBeLessThan(60_000);
  const call = steps.list.find(({ type }) => type === 'tool_call');
  expect(call?.status).toBe('pending');
});

test('an approved result does not move the call', async () => {
  const { steps } = told();
  const began = steps.list[0]?.timestamp;
  await pause();
  await steps.asked(question('result'), slow({ answer: 'allow' }));
  const list = steps.end(done);
  expect(list.map(({ type, status }) => [type, status])).toEqual([
    ['tool_call', 'completed'],
    ['result-confirm', 'completed'],
  ]);
  expect(list[0]?.timestamp).toBe(began);
});

test('the beginning of a result is stored, and its first line for the person', () => {
  const { steps } = told();
  const result = { success: true, llmContent: 'm'.repeat(3000), displayContent: 'p\nq' };
  expect(steps.end({ ...done, result })[0]).toMatchObject({
    ...{ result: 'm'.repeat(2000), summary: 'p' },
  });
  const long = { ...result, displayContent: 'p'.repeat(300) };
  expect(told().steps.end({ ...done, result: long })[0]?.summary).toBe('p'.repeat(200));
});

test('steps take 4 MB together, and a tool cannot crowd out what the person was asked', async () => {
  const steps = new RunSteps({ toolId: 'mine', tool: 't' });
  const large = (id: string) =>
    steps.started({
      ...{ id, type: 'read', title: 'x'.repeat(1024 * 1024) },
      ...{ status: 'running', timestamp: 0 },
    } as const);
  for (const id of ['a', 'b', 'c']) large(id);
  expect(steps.warning).toBeUndefined();
  for (const id of ['d', 'e']) large(id);
  expect(steps.warning).toMatch(/left out.*4 MB/);
  await steps.asked(question('result'), slow({ answer: 'allow' }));
  expect(steps.end(done).map(({ id }) => id)).toEqual(['a', 'b', 'c', 'call', 'confirm-4']);
});
