import { describe, expect, test } from 'vitest';
import { ToolSettings } from '../../protocol/settings.ts';
import type { RunEvent } from '../../protocol/events.ts';
import { unrun, type Ending } from '../../tool/run/ending.ts';
import { ExactNumber } from '../../tool/exact-number.ts';
import type { ExecAnswer, Progress } from '../../tool/run/host.ts';
import type { ToolResult } from '../../tool/run/result.ts';
import type { Step } from '../../tool/run/step.ts';
import { invoke, type Call, type InvokeParts } from './invoke.ts';
import type { Doing, ExecutionContext, Plan, Tool } from '../tool.ts';

const said: ToolResult = { success: true, llmContent: 'said', displayContent: 'D' };
const tool = (more: Partial<Tool> = {}): Tool => ({
  ...{ name: 'T', displayName: 'T', kind: 'write', isReadOnly: false, isConcurrencySafe: true },
  ...{ strict: false, version: '1.0.0', tags: [], description: { short: '' } },
  policies: { execution: 'auto' },
  getFunctionDeclaration: () => ({
    ...{ name: 'T', description: '', parameters: { type: 'object', properties: {} } },
  }),
  build: (params) => ({ toolName: 'T', params }),
  execute: async () => said,
  ...more,
});
/** Makes a tool that plans its calls like this. */
const planning = (
  perform: (doing: Doing) => Promise<{ result: ToolResult; ending?: Ending }>,
  more: Partial<Tool> = {},
) => tool({ plan: async (): Promise<Plan> => ({ kind: 'ready', perform }), ...more });

/** Makes one call. Returns the questions and the events, too. */
async function go(
  called: Tool,
  { signal, ...call }: Partial<Call> & { signal?: AbortSignal } = {},
  parts: Partial<InvokeParts> = {},
) {
  const asked: string[] = [];
  const events: RunEvent[] = [];
  const done = await invoke(
    { runId: 'r', tool: called, group: 'g', arguments: {}, ...call },
    {
      settings: ToolSettings.parse({}),
      async ask({ about, tool: name }) {
        asked.push(`${about} of ${name}`);
        return { answer: 'deny' };
      },
      ...parts,
    },
    (event) => events.push(event),
    signal ?? new AbortController().signal,
  );
  return { ...done, asked, events };
}

describe('A4.41 plan mode', () => {
  const mode = { context: { mode: 'plan' as const } };
  test('refuses tools that may change something, with the reason', async () => {
    let ran = false;
    const { ending, result } = await go(
      tool({
        async execute() {
          ran = true;
          return said;
        },
      }),
      mode,
    );
    const message = 'Plan mode is on, and "T" is not read-only';
    const because = [{ code: 'plan-mode', values: { tool: 'T' }, message }];
    expect(ending).toMatchObject({ kind: 'denied', reason: message, because });
    expect(result.error).toEqual({ type: 'permission_error', message });
    expect(ran).toBe(false);
  });

  test.each<[string, Partial<Tool>, Partial<Call>]>([
    ['what only reads', { isReadOnly: true }, mode],
    ['a look at the program', {}, { ...mode, fillOnly: true }],
    ['everything elsewhere', {}, {}],
  ])('lets %s through', async (_, more, call) => {
    expect((await go(tool(more), call)).result).toEqual(said);
  });
});

describe('a tool without a plan', () => {
  test('runs with the arguments and the context of its call', async () => {
    const seen: unknown[] = [];
    const execute = async (args: unknown, context?: ExecutionContext) => {
      seen.push(args, context?.sessionId);
      return said;
    };
    const call = { arguments: { a: 1 }, context: { sessionId: 's' } };
    const before = performance.now();
    const { result, ending } = await go(tool({ execute }), call);
    expect([result, seen]).toEqual([said, [{ a: 1 }, 's']]);
    const { durationMs, ...rest } = ending;
    const streams = { stdout: 'said', stderr: '', output: 'said', truncated: false };
    expect(rest).toEqual({ kind: 'finished', exitCode: 0, ...streams });
    expect(durationMs).toBeLessThanOrEqual(Math.ceil(performance.now() - before));
  });

  test('has the result of a tool that threw', async () => {
    const { result, ending } = await go(tool({ execute: () => Promise.reject(new Error('bug')) }));
    expect(result.llmContent).toBe('Tool execution failed: bug');
    const fault = { class: 'execution_error', message: 'bug' };
    expect(ending).toMatchObject({ kind: 'failed', exitCode: 1, fault });
  });

  test('may fail without a message', async () => {
    const { ending } = await go(tool({ execute: async () => ({ ...said, success: false }) }));
    expect(ending).toMatchObject({ fault: { class: 'unknown_error', message: 'said' } });
  });

  test('gets no number that JavaScript cannot hold', async () => {
    const call = { arguments: { n: new ExactNumber('1e400') } };
    const { ending, result } = await go(tool(), call);
    expect(ending).toMatchObject({ kind: 'failed', exitCode: 2 });
    expect(result.llmContent).toContain('1e400 cannot be given exactly');
  });
});

test('a call that only fills a template has no result to withhold', async () => {
  const withheld = tool({ policies: { execution: 'auto', result: 'always' } });
  expect((await go(withheld)).asked).toEqual(['result of T']);
  expect(await go(withheld, { fillOnly: true })).toMatchObject({ result: said, asked: [] });
});

test('a program that ended before it was stopped keeps its ending', async () => {
  const cancel = new AbortController();
  const ending = unrun({ kind: 'finished', exitCode: 0 });
  const ends = planning(async () => {
    cancel.abort();
    return { result: said, ending };
  });
  expect((await go(ends, { signal: cancel.signal })).ending).toEqual(ending);
});

test('passes events of a call to its listener, and steps to theirs', async () => {
  const step: Step = { id: '1', type: 'read', title: 't', status: 'running', timestamp: 1 };
  const all: Progress[] = [
    { type: 'queued', position: 2 },
    { type: 'output', stream: 'stdout', text: 'x' },
    { type: 'update', update: { done: 1 } },
    { type: 'update', update: { no: () => 'json' } },
    { type: 'step', phase: 'start', step },
    { type: 'step', phase: 'complete', step: { ...step, id: '2' } },
  ];
  const tells = planning(async ({ tell }) => {
    for (const one of all) tell(one);
    return { result: said };
  });
  const steps: string[] = [];
  const { events, result } = await go(
    tells,
    {},
    {
      onStepStart: ({ id }) => void steps.push(`start ${id}`),
      onStepComplete: ({ id }) => void steps.push(`complete ${id}`),
    },
  );
  expect(result).toEqual(said);
  expect(events).toEqual(all.slice(0, 3));
  expect(steps).toEqual(['start 1', 'complete 2']);
  expect((await go(tells)).result).toEqual(said);
});

describe('a program of a tool', () => {
  const request = { command: 'ls', args: ['-l'] };
  /** Starts a program of a tool, which is a separate call. Returns the answer that the tool gets. */
  async function start(
    policies: Tool['policies'],
    program: Partial<Tool> | undefined,
    call: Partial<Call> = {},
  ) {
    let answer: ExecAnswer | undefined;
    const named: unknown[] = [];
    const starts = planning(
      async ({ exec, signal }) => {
        answer = await exec(request, signal);
        return { result: said };
      },
      { policies },
    );
    const parts: Partial<InvokeParts> = program
      ? {
          program(...given) {
            named.push(given);
            return tool({ ...program, name: 'program', policies: {} });
          },
        }
      : {};
    await go(starts, call, {
      ...parts,
      ask: async ({ tool: name }) => ({ answer: name === 'program' ? 'deny' : 'allow' }),
    });
    return { answer, named };
  }
  const ready: Plan = {
    kind: 'ready',
    judgement: { decision: 'allow', reasons: [], segments: [] },
    perform: async () => ({
      result: said,
      ending: { ...unrun({ kind: 'finished', exitCode: 0 }), stdout: 'files' },
    }),
  };
  const prints = { plan: async () => ready };

  test('is unavailable without a pipeline for programs', async () => {
    expect((await start({ execution: 'auto' }, undefined)).answer).toEqual({
      ...{ stdout: '', stderr: 'Tools start no programs here', code: 127, killed: false },
    });
  });

  test.each<[Tool['policies'], boolean]>([
    [{ execution: 'auto' }, true],
    [{ execution: 'ask-once' }, true],
    [{ execution: 'ask-always' }, false],
    [undefined, true],
  ])('of a tool with the policies %j runs without approval: %s', async (policies, runs) => {
    const { answer, named } = await start(policies, prints);
    expect(named).toEqual([['T', request]]);
    expect(answer).toMatchObject(runs ? { code: 0, stdout: 'files' } : { code: 126 });
  });

  test('gets neither the arguments of the tool nor its options for filling', async () => {
    const seen: unknown[] = [];
    const plan: Tool['plan'] = async (params, { raw, sessionId }) => {
      seen.push(params, raw, sessionId);
      return ready;
    };
    await start(
      { execution: 'auto' },
      { plan },
      { arguments: { a: 1 }, raw: true, context: { sessionId: 's' } },
    );
    expect(seen).toEqual([{}, false, 's']);
  });

  test('ends with the call of its tool, as a question does, if the tool did not wait for it', async () => {
    let stopped: boolean[] = [];
    const left = planning(async ({ exec, ui }) => {
      const { signal } = new AbortController();
      void exec(request, signal);
      void ui?.({ kind: 'confirm', title: 'Go?', message: '' }, signal);
      // Both have begun.
      await new Promise((go) => setImmediate(go));
      expect(stopped).toEqual([]);
      return { result: said };
    });
    const until = (signal: AbortSignal) =>
      new Promise<undefined>((settle) =>
        signal.addEventListener('abort', () => settle(void (stopped = [...stopped, true]))),
      );
    const runs = planning(async ({ signal }) => (await until(signal)) ?? { result: said });
    const parts = { program: () => runs, ui: async (_: unknown, stop: AbortSignal) => until(stop) };
    const { result } = await go(left, {}, parts);
    expect(result).toEqual(said);
    expect(stopped).toEqual([true, true]);
  });
});
