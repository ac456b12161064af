import type { Reason } from '../../tool/problem/reason.ts';
import { describe, expect, test } from 'vitest';
import { bash } from '../../languages/bash/bash.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import type { Host } from '../../tool/run/host.ts';
import type { Job } from '../../tool/run/job.ts';
import type { Arguments, JsonObject } from '../../tool/json.ts';
import type { Policies } from '../../tool/definition.ts';
import type { Answer, Question } from '../approval/approve.ts';
import { authoredTool } from '../authored/authored-tool.ts';
import {
  invokeAuthored as invoke,
  type AuthoredCall,
  type AuthoredParts,
} from '../fixtures/invoke-authored.ts';

const unsealed: Reason = { code: 'unsealed', message: 'Bash is not sealed' };

/** Sets up the whole pipeline on a host that answers with its job. */
function scene(more: { host?: Partial<Host>; answers?: Answer[]; ask?: Reason } = {}) {
  const jobs: Job[] = [];
  const questions: Question[] = [];
  const answers = [...(more.answers ?? [])];
  const host: Host = {
    id: 'bash',
    missing: async () => undefined,
    layers: async () => [],
    close: async () => undefined,
    async perform(job, tell) {
      jobs.push(job);
      tell({ type: 'output', stream: 'stdout', text: 'hi' });
      tell({ type: 'update', update: { done: 1 } });
      tell({ type: 'update', update: { no: () => 'json' } });
      return { ...unrun({ kind: 'finished', exitCode: 0 }), stdout: 'hi\n', output: 'hi\n' };
    },
    ...more.host,
  };
  const language = { ...bash };
  if (more.ask === undefined) delete language.ask;
  else language.ask = more.ask;
  const parts: AuthoredParts = {
    languages: new Map([['bash', language]]),
    hosts: new Map([['bash', host]]),
    async ask(question) {
      questions.push(question);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('nobody expected this question');
      return answer;
    },
    limits: { defaultTimeoutMs: 30_000, maxTimeoutMs: 600_000, outputBytes: 1000 },
  };
  return { parts, jobs, questions };
}

const schema = {
  type: 'object',
  properties: {
    a: { type: 'number' },
    op: { type: 'string', enum: ['+', '-'] },
    size: { type: 'integer', default: 3 },
  },
  required: ['a', 'op', 'size'],
};

function call(args: Arguments, more: Partial<AuthoredCall> & Definition = {}): AuthoredCall {
  const { parameters = schema, timeoutMs, policies, ...rest } = more;
  return {
    runId: 'r1',
    folderName: 'calc',
    arguments: args,
    tool: {
      definition: {
        name: 'calc',
        description: 'Calculates',
        parameters,
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
        ...(policies === undefined ? {} : { policies }),
      },
      code: { language: 'bash', file: 'execution.sh', source: 'echo hi' },
      returns: { template: '[{tool_id}] {output}' },
    },
    ...rest,
  };
}
interface Definition {
  parameters?: JsonObject;
  timeoutMs?: number;
  policies?: Policies;
}

const good = { a: 1, op: '+' };
const never = new AbortController().signal;
const go = (asked: AuthoredCall, { parts }: ReturnType<typeof scene>, signal = never) =>
  invoke(asked, parts, () => undefined, signal);

test('A1.36 A1.16 runs, reports events and shapes the result', async () => {
  const { parts, jobs } = scene();
  const events: RunEvent[] = [];
  const { result, ending } = await invoke(call(good), parts, (event) => events.push(event), never);
  expect(result).toMatchObject({ success: true, llmContent: 'hi\n', displayContent: '[calc] hi' });
  expect(ending.kind).toBe('finished');
  expect(events).toEqual([
    { type: 'output', stream: 'stdout', text: 'hi' },
    { type: 'update', update: { done: 1 } },
  ]);
  // Defaults satisfy the schema and are left to the guest.
  expect(jobs).toMatchObject([{ arguments: good, limits: { timeoutMs: 30_000 } }]);
});

describe('invalid arguments', () => {
  const rows: [string, Arguments, JsonObject, string[]][] = [
    ['A1.19', { op: '+' }, schema, ['缺少必填参数: a']],
    ['A1.19', {}, schema, ['缺少必填参数: a, op']],
    ['A4.12', { op: '*' }, schema, ['缺少必填参数: a', '"+"']],
    ['A4.12', { a: 'x', op: '+' }, schema, ['a: ', '"number"', 'Correct the arguments']],
    ['A1.11', {}, { type: 'string' }, ['must be "object", not "string"']],
    ['promise 8', { PATH: '/tmp' }, { type: 'object' }, ['"PATH"']],
  ];
  test.each(rows)('%s %j', async (_, args, parameters, texts) => {
    const stage = scene();
    const { result, ending } = await go(call(args, { parameters }), stage);
    expect(result).toMatchObject({ success: false, error: { type: 'validation_error' } });
    expect(ending).toMatchObject({ kind: 'failed', exitCode: 2 });
    for (const text of texts) expect(result.llmContent).toContain(text);
    expect(stage.jobs).toEqual([]);
  });

  test('A1.19 the message has only the words of the three-layer system', async () => {
    const { result } = await go(call({ op: '+' }), scene());
    expect(result.error?.message).toBe('缺少必填参数: a');
  });
});

describe('approval', () => {
  const asks = { policies: { execution: 'ask-always' } as Policies };

  test('shows the exact final text, the arguments and the reasons', async () => {
    const stage = scene({ answers: [{ answer: 'allow' }], ask: unsealed });
    expect((await go(call(good, asks), stage)).result.success).toBe(true);
    expect(stage.questions).toEqual([
      {
        runId: 'r1',
        tool: 'calc',
        ...{ type: 'bash_command', title: 'Execute: echo hi', pattern: 'calc', covers: 'exact' },
        about: 'execution',
        text: expect.stringMatching(/^echo hi\n[^]*# \$op = "\+"/),
        arguments: good,
        remember: false,
        reasons: [
          {
            ...{ code: 'tools-policy', values: { policy: 'ask-always' } },
            message: 'The tool\'s policy is "ask-always"',
          },
          unsealed,
        ],
      },
    ]);
    expect(stage.jobs[0]).toMatchObject({ text: stage.questions[0]?.text });
  });

  test('a refusal runs nothing and says what to do', async () => {
    const stage = scene({ answers: [{ answer: 'deny' }] });
    const { result, ending } = await go(call(good, asks), stage);
    expect(ending).toMatchObject({ kind: 'denied', reason: 'Command rejected by user' });
    expect(result.error).toEqual({ type: 'permission_error', message: 'Command rejected by user' });
    expect(stage.jobs).toEqual([]);
  });

  test('promise 7: other arguments are checked and need another approval', async () => {
    const changed = { a: 2, op: '-' };
    const answers: Answer[] = [{ answer: 'allow', arguments: changed }, { answer: 'allow' }];
    const stage = scene({ answers });
    await go(call(good, asks), stage);
    expect(stage.questions.map(({ arguments: args }) => args)).toEqual([good, changed]);
    expect(stage.jobs).toMatchObject([{ arguments: changed }]);

    const wrong = scene({ answers: [{ answer: 'allow', arguments: { a: 'x' } }] });
    expect((await go(call(good, asks), wrong)).result.error?.type).toBe('validation_error');
    expect(wrong.jobs).toEqual([]);
  });

  test('a caller who leaves before the answer cancels the call', async () => {
    const stage = scene();
    const controller = new AbortController();
    stage.parts.ask = () => {
      queueMicrotask(() => controller.abort());
      return new Promise(() => undefined);
    };
    expect((await go(call(good, asks), stage, controller.signal)).ending.kind).toBe('cancelled');
    expect(stage.jobs).toEqual([]);
  });

  test.each([
    ['never', true, 0],
    ['on-error', true, 0],
    ['on-error', false, 1],
    ['always', true, 1],
  ] as const)('A4.5 results are asked for: %s, success %s', async (policy, success, asked) => {
    const perform = async (): Promise<Ending> => ({
      ...unrun({ kind: 'finished', exitCode: 0 }),
      exitCode: success ? 0 : 1,
      kind: 'finished',
      stdout: 'secret',
      output: 'secret',
    });
    const stage = scene({ host: { perform }, answers: [{ answer: 'deny' }] });
    const done = await go(call(good, { policies: { result: policy } }), stage);
    expect(stage.questions.length).toBe(asked);
    expect(JSON.stringify(done).includes('secret')).toBe(asked === 0);
    if (asked === 1) expect(done.result.error?.type).toBe('permission_error');
  });
});

describe('limits and missing parts', () => {
  test.each([
    [undefined, 30_000, undefined],
    [15_000, 15_000, undefined],
    [900_000, 600_000, 'was reduced to the maximum of 600000 ms'],
  ])('A1.13 a limit of %s ms becomes %d', async (timeoutMs, limit, warning) => {
    const stage = scene();
    const more = timeoutMs === undefined ? {} : { timeoutMs };
    const { ending, result } = await go(call(good, more), stage);
    expect(stage.jobs[0]).toMatchObject({ limits: { timeoutMs: limit } });
    if (warning === undefined) expect(ending.warnings).toBeUndefined();
    else expect(ending.warnings?.join()).toContain(warning);
    expect(result.metadata?.warnings).toEqual(ending.warnings);
  });

  test('a missing host, an unready host and an unknown language are endings', async () => {
    const none = scene();
    none.parts.hosts = new Map();
    expect((await go(call(good), none)).ending).toMatchObject({ kind: 'unavailable' });
    const unready = scene({ host: { missing: async () => ({ missing: 'Install bash' }) } });
    const { ending } = await go(call(good), unready);
    expect(ending).toMatchObject({ kind: 'unavailable', reason: 'Install bash' });
    const unknown = call(good);
    unknown.tool.code.language = 'cobol';
    expect((await go(unknown, scene())).result.error?.message).toContain(
      'no language "cobol"; it knows bash',
    );
  });

  test('never rejects, whatever fails', async () => {
    const perform = () => Promise.reject(new Error('bug'));
    const { ending, result } = await go(call(good), scene({ host: { perform } }));
    expect(ending).toMatchObject({ kind: 'crashed' });
    expect(result.error?.message).toContain('bug');
  });

  test('filling needs no approval and runs nothing', async () => {
    const stage = scene({ ask: unsealed });
    const { ending } = await go(call({}, { fillOnly: true }), stage);
    expect(ending).toMatchObject({ kind: 'finished', filled: { text: 'echo hi', spans: [] } });
    expect(stage.jobs).toEqual([]);
    expect(stage.questions).toEqual([]);
  });
});

describe('A4.7 an authored tool in the registry', () => {
  const { tool } = call(good);
  tool.definition.hidden = ['op'];

  test('declares the parameters that are not hidden', () => {
    const made = authoredTool(tool, () => scene().parts);
    expect(made.getFunctionDeclaration()).toMatchObject({
      name: 'calc',
      parameters: { type: 'object', required: ['a', 'size'] },
    });
    expect(Object.keys(made.getFunctionDeclaration().parameters.properties)).toEqual(['a', 'size']);
    expect(made).toMatchObject({ kind: 'execute', isReadOnly: false, isConcurrencySafe: true });
  });

  test('executes a tool that needs no approval, outside the pipeline', async () => {
    const made = authoredTool(tool, () => scene().parts);
    expect(await made.execute(good)).toMatchObject({ success: true, displayContent: '[calc] hi' });
    expect(await made.execute('text')).toMatchObject({ error: { type: 'validation_error' } });
  });
});
