import { unrun } from '../../tool/run/ending.ts';
import { describe, expect, test } from 'vitest';
import { bash } from '../../languages/bash/bash.ts';
import type { Host } from '../../tool/run/host.ts';
import type { Job } from '../../tool/run/job.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Question } from '../approval/approve.ts';
import { invokeAuthored as invoke, type AuthoredParts } from '../fixtures/invoke-authored.ts';
import type { Judgement } from '../approval/judgement.ts';

const reason = { code: 'x', message: 'x' };
const part = (decision: Judgement['decision']) => ({ text: 'part', decision, rule: 'r', reason });
const judgement = (decision: Judgement['decision'], parts = [part(decision)]): Judgement => ({
  decision,
  reasons: decision === 'allow' ? [] : [{ rule: 'rm', code: 'w', message: 'it writes' }],
  segments: parts,
});

/** Makes one call of a bash tool on a host that records its jobs. Returns the questions, too. */
async function run(
  judge: AuthoredParts['judge'],
  more: { layers?: string[]; execution?: Policies['execution']; answer?: 'allow' | 'deny' } = {},
) {
  const jobs: Job[] = [];
  const questions: Question[] = [];
  const host: Host = {
    id: 'bash',
    missing: async () => undefined,
    layers: async () => more.layers ?? ['bubblewrap'],
    close: async () => undefined,
    async perform(job) {
      jobs.push(job);
      return unrun({ kind: 'finished', exitCode: 0 });
    },
  };
  const parts: AuthoredParts = {
    languages: new Map([['bash', bash]]),
    hosts: new Map([['bash', host]]),
    async ask(question) {
      questions.push(question);
      return { answer: more.answer ?? 'allow' };
    },
    ...(judge === undefined ? {} : { judge }),
    limits: { defaultTimeoutMs: 1000, maxTimeoutMs: 1000, outputBytes: 1000 },
  };
  const call = {
    runId: 'r',
    folderName: 'tool',
    arguments: { text: 'a' },
    tool: {
      definition: {
        name: 'tool',
        description: 'Does things',
        parameters: { type: 'object' },
        ...(more.execution === undefined ? {} : { policies: { execution: more.execution } }),
      },
      code: { language: 'bash', file: 'execution.sh', source: 'part' },
    },
  };
  const done = await invoke(call, parts, () => undefined, new AbortController().signal);
  const readOnly = jobs.map((job) => 'guest' in job && job.guest?.readOnly === true);
  return { ...done, jobs, questions, readOnly };
}

test('A3.28 a command that only reads runs without approval, in a sandbox that cannot write', async () => {
  const { questions, readOnly } = await run(async () => judgement('allow'));
  expect(questions).toEqual([]);
  expect(readOnly).toEqual([true]);
});

test('the judge gets the final job, with the values', async () => {
  let seen: Job | undefined;
  await run(async (job) => {
    seen = job;
    return judgement('allow');
  });
  expect(seen).toMatchObject({ script: 'part', environment: { text: 'a' } });
});

test('A3.28 a command that changes something needs approval, with its reasons and parts; approved, it may write', async () => {
  const { questions, readOnly } = await run(async () => judgement('ask'));
  expect(questions).toMatchObject([
    { reasons: [{ message: 'it writes' }], segments: [part('ask')] },
  ]);
  expect(readOnly).toEqual([false]);
});

test('A3.28 a rejected command does not run', async () => {
  const { result, jobs } = await run(async () => judgement('ask'), { answer: 'deny' });
  expect(result.error).toEqual({ type: 'permission_error', message: 'Command rejected by user' });
  expect(jobs).toEqual([]);
});

describe('A3.28 A3.30 a forbidden command is refused without a question', () => {
  test.each(['auto', 'ask-once', 'ask-always'] as const)(
    'with the policy %s',
    async (execution) => {
      const { result, ending, questions, jobs } = await run(async () => judgement('deny'), {
        execution,
      });
      expect(ending).toMatchObject({ kind: 'denied', stdout: '' });
      expect(result.error?.type).toBe('permission_error');
      expect(result.llmContent).toMatch(/^Command is forbidden: rm: it writes/);
      expect(questions).toEqual([]);
      expect(jobs).toEqual([]);
    },
  );
});

test('promise 11: without bubblewrap everything needs approval, with the reason', async () => {
  const { questions, readOnly } = await run(async () => judgement('allow'), { layers: [] });
  expect(questions).toMatchObject([{ reasons: [{ code: 'unboxed-script' }] }]);
  expect(readOnly).toEqual([false]);
});

test("a tool's own policy still asks for what only reads, which stays in its box", async () => {
  const { questions, readOnly } = await run(async () => judgement('allow'), {
    execution: 'ask-always',
  });
  expect(questions).toMatchObject([
    {
      remember: false,
      reasons: [{ message: 'The tool\'s policy is "ask-always"' }],
      segments: [part('allow')],
    },
  ]);
  expect(readOnly).toEqual([true]);
});

test.each([undefined, async () => undefined])(
  'unjudged, it asks as the language says',
  async (judge) => {
    const { questions } = await run(judge);
    expect(questions).toMatchObject([{ reasons: [bash.ask] }]);
    expect(questions[0]?.segments).toBeUndefined();
  },
);

test('the question of a script with thousands of parts shows the decisive ones', async () => {
  const many = [...Array.from({ length: 5000 }, () => part('allow')), part('ask')];
  const { questions } = await run(async () => judgement('ask', many));
  expect(questions[0]?.segments).toEqual([part('ask')]);
});

test('if the judge fails, nothing runs', async () => {
  const { ending, jobs } = await run(() => Promise.reject(new Error('bug')));
  expect(ending.kind).toBe('crashed');
  expect(jobs).toEqual([]);
});
