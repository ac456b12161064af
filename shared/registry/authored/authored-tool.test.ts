import { describe, expect, test } from 'vitest';
import { bash } from '../../languages/bash/bash.ts';
import type { Definition } from '../../tool/definition.ts';
import { unrun } from '../../tool/run/ending.ts';
import type { ExecAnswer, Services, Tell } from '../../tool/run/host.ts';
import type { Job } from '../../tool/run/job.ts';
import { authoredTool, programTool } from './authored-tool.ts';
import type { Engine } from './authored-plan.ts';

/** Makes a tool on a host that reports the given events and runs a program. */
function made(more: Partial<Definition> = {}, asks = false, heard: AbortSignal[] = []) {
  const answers: (ExecAnswer | undefined)[] = [];
  const jobs: Job[] = [];
  const { ask, ...unasked } = bash;
  const language = asks ? { ...unasked, ask } : unasked;
  const host = {
    ...{ id: 'bash', missing: async () => undefined, layers: async () => [] },
    async perform(job: Job, tell: Tell, signal: AbortSignal, services?: Services) {
      heard.push(signal);
      jobs.push(job);
      tell({ type: 'output', stream: 'stderr', text: 'hi' });
      tell({ type: 'update', update: { done: 1 } });
      tell({ type: 'update', update: { no: () => 'json' } });
      tell({ type: 'queued', position: 1 });
      answers.push(await services?.exec({ command: 'ls', args: [] }, signal));
      return { ...unrun({ kind: 'finished', exitCode: 0 }), stdout: 'out', output: 'out' };
    },
    close: async () => undefined,
  };
  const engine = (): Engine => ({
    languages: new Map([['bash', language as typeof bash]]),
    hosts: new Map([['bash', host]]),
    limits: { defaultTimeoutMs: 1, maxTimeoutMs: 10, outputBytes: 5 },
  });
  const definition = { name: 'T', description: 'Does', parameters: { type: 'object' }, ...more };
  const code = { language: 'bash', file: 'execution.sh', source: 'echo hi' };
  const returns = { template: '[{tool_id}] {output}' };
  return {
    tool: authoredTool({ definition, code, returns }, engine),
    answers,
    jobs,
    engine,
    definition,
  };
}

test.each<[Partial<Definition>, object]>([
  [{}, {}],
  [
    { displayName: 'D', kind: 'readonly', category: 'C', tags: ['t'], version: '2.0.0' },
    {
      displayName: 'D',
      kind: 'readonly',
      category: 'C',
      tags: ['t'],
      version: '2.0.0',
      isReadOnly: true,
    },
  ],
  [
    { strict: true, isConcurrencySafe: false },
    { strict: true, isConcurrencySafe: false },
  ],
  [
    { kind: 'write', isReadOnly: true },
    { kind: 'write', isReadOnly: true },
  ],
  [{ policies: { execution: 'auto' } }, { policies: { execution: 'auto' } }],
])('A4.7 a tool with %j', (said, has) => {
  const { tool, definition } = made(said);
  const defaults = {
    ...{ name: 'T', displayName: 'T', kind: 'execute', tags: [], version: '1.0.0' },
    ...{ isReadOnly: false, isConcurrencySafe: true, strict: false, language: 'bash' },
  };
  expect(tool).toMatchObject({ ...defaults, ...has, definition });
  expect(tool.build({ a: 1 })).toEqual({ toolName: 'T', params: { a: 1 } });
});

test('A4.7 its description is the author’s, with the examples', () => {
  const examples = [{ description: 'one', params: {} }];
  expect(made({ examples }).tool.description).toEqual({ short: 'Does', examples });
});

describe('A4.7 its declaration', () => {
  const properties = { a: { type: 'string' }, b: {} };
  test.each<[Partial<Definition>, object]>([
    [{ parameters: {} }, { properties: {} }],
    [{ parameters: { properties: 3, required: 'a' } }, { properties: {} }],
    [{ parameters: { properties, required: ['a', 3, 'b'] } }, { properties, required: ['a', 'b'] }],
    [
      { parameters: { properties, required: ['a', 'b'] }, hidden: ['b'] },
      { properties: { a: properties.a }, required: ['a'] },
    ],
  ])('of %j', (said, parameters) => {
    expect(made(said).tool.getFunctionDeclaration()).toStrictEqual({
      ...{ name: 'T', description: 'Does', parameters: { type: 'object', ...parameters } },
    });
  });
});

describe('a direct call', () => {
  test('runs a tool that needs no approval, reports its events, and starts no programs', async () => {
    const heard: AbortSignal[] = [];
    const { tool, answers, jobs } = made({}, false, heard);
    const told: unknown[] = [];
    const { signal } = new AbortController();
    const result = await tool.execute(
      {},
      {
        ...{ signal, sessionId: 'session' },
        update: (update) => void told.push(update),
        output: (...output) => void told.push(output),
      },
    );
    expect(result).toMatchObject({ success: true, llmContent: 'out' });
    expect(told).toEqual([['stderr', 'hi'], { done: 1 }, {}]);
    const stderr = 'Programs are started by the pipeline alone, which can ask for them';
    expect(answers).toEqual([{ stdout: '', stderr, code: 127, killed: false }]);
    expect(heard).toEqual([signal]);
    expect(jobs).toMatchObject([{ environment: { LATHE_SESSION_ID: 'session' } }]);
  });

  test('needs no listener', async () => {
    expect((await made().tool.execute({})).success).toBe(true);
  });

  test('refuses a tool that needs approval', async () => {
    const { tool, jobs } = made({}, true);
    const message = `It has to be approved first: ${bash.ask?.message}`;
    expect(await tool.execute({})).toMatchObject({
      success: false,
      error: { type: 'permission_error', message },
    });
    expect(jobs).toEqual([]);
  });

  test('words its endings with its name', () => {
    const finished = { ...unrun({ kind: 'finished', exitCode: 0 }), output: 'out' };
    expect(made().tool.shape?.(finished).displayContent).toBe('[T] out');
    const ending = unrun({ kind: 'denied', reason: 'no' });
    expect(made().tool.shape?.(ending).error).toEqual({ type: 'permission_error', message: 'no' });
  });
});

test('a program of a tool is a tool with that name', async () => {
  const { engine, jobs } = made();
  const tool = programTool('T', { command: 'ls', args: ['a b'], timeoutMs: 5 }, engine);
  expect(tool).toMatchObject({ name: 'T', language: 'bash', kind: 'execute' });
  await tool.execute({});
  expect(jobs).toMatchObject([{ script: "ls 'a b' </dev/null\n", limits: { timeoutMs: 5 } }]);
});
