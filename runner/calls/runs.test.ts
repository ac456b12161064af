import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { RunEvent } from '../../shared/protocol/events.ts';
import { ToolSettings } from '../../shared/protocol/settings.ts';
import { createTool, type ToolConfig } from '../../shared/registry/define/create-tool.ts';
import type { Doing, Tool } from '../../shared/registry/tool.ts';
import { openDatabase } from '../platform/database.ts';
import { nodeDisk } from '../platform/disk/node-disk.ts';
import { Channel } from '../server/channel.ts';
import { Grants } from '../store/grants.ts';
import { RunStore } from '../store/runs/run-store.ts';
import { Approvals } from './approvals.ts';
import { Questions } from './questions.ts';
import { Runs, type RunAsked } from './runs.ts';

const workspace = mkdtempSync(join(tmpdir(), 'lathe-runs-'));
let history: RunStore;
let grants: Grants;
const channel = new Channel();
const forget = channel.listen(() => undefined, true);
beforeAll(async () => {
  const failed = (error: unknown) => {
    throw error;
  };
  history = new RunStore(await openDatabase(':memory:'), () => 1000, failed);
  grants = await Grants.open(nodeDisk, workspace);
});
afterAll(() => {
  forget();
  history.close();
  rmSync(workspace, { recursive: true });
});

const schema = z.object({ n: z.number() });
type Params = z.infer<typeof schema>;

/** Runs over real approvals and a real history, and a tool that says its argument. */
function scene(config: Partial<ToolConfig<Params>> = {}, more: Partial<RunAsked> = {}) {
  const waitMs = () => 60_000;
  const approvals = new Approvals({ grants, history, channel, waitMs });
  const limits = { defaultTimeoutMs: 1000, maxTimeoutMs: 1000, outputBytes: 1000 };
  const runs = new Runs({
    ...{ history, approvals, questions: new Questions(waitMs) },
    settings: () => ToolSettings.parse({}),
    engine: () => ({ languages: new Map(), hosts: new Map(), limits }),
  });
  const tool = createTool<Params>({
    ...{ name: 'Say', kind: 'readonly', schema, description: { short: '' } },
    execute: async ({ n }) => ({ success: true, llmContent: `${n}`, displayContent: `${n}` }),
    ...config,
  }) as Tool;
  const events: RunEvent[] = [];
  const gone = new AbortController();
  const call = (args: RunAsked['arguments'] = { n: 1 }) => {
    const unit = { id: 'unit', group: 'unit', hash: 'h' };
    const asked: RunAsked = { caller: 'page', tool, unit, arguments: args, ...more };
    return runs.call(asked, (event) => events.push(event), gone.signal);
  };
  const runId = () => {
    const [first] = events;
    return first?.type === 'started' ? first.runId : '';
  };
  return { runs, approvals, events, gone, call, runId };
}

/** A tool that goes on until its call is cancelled. */
const waits: Partial<ToolConfig<Params>> = {
  execute: (_, context) =>
    new Promise((answer) => {
      const leave = () => answer({ success: true, llmContent: 'late', displayContent: '' });
      if (context?.signal?.aborted) leave();
      context?.signal?.addEventListener('abort', leave);
    }),
};

test('a run is reported from its start to its end, and its record is stored', async () => {
  const { call, events, runId, runs } = scene({}, { caller: 'admin' });
  const before = Date.now();
  const { result, ending } = await call();
  expect(events).toEqual([
    { type: 'started', runId: expect.stringMatching(/./) },
    { type: 'ended', result, ending },
  ]);
  expect(result.llmContent).toBe('1');
  const kept = history.read(runId());
  expect(kept?.caller).toBe('admin');
  expect(kept?.record).toMatchObject({
    ...{ id: runId(), toolId: 'unit', tool: 'Say', arguments: { n: 1 } },
    ...{ outcome: 'finished', success: true, result, ending },
    steps: [{ type: 'tool_call', title: 'Say', status: 'completed', result: '1' }],
  });
  expect(kept?.record.startedAt).toBeGreaterThanOrEqual(before);
  expect(kept?.record.durationMs).toBeLessThanOrEqual(Date.now() - before);
  expect([runs.callerOf(runId()), runs.stepsOf(runId())]).toEqual([undefined, undefined]);
});

test.each([
  [true, ['start', 'complete']],
  [false, []],
  [undefined, []],
])('its steps are reported on request: %s', async (steps, phases) => {
  const { call, events } = scene({}, { steps });
  await call();
  expect(events.flatMap((event) => (event.type === 'step' ? [event.phase] : []))).toEqual(phases);
});

test('the steps of a tool are stored with those of the run', async () => {
  const step = { id: 's', type: 'delegate', title: 'T', status: 'running', timestamp: 1 } as const;
  const { call, runId } = scene({
    execute: async (_, context) => {
      context?.onStepStart?.(step);
      context?.onStepComplete?.({ ...step, status: 'completed' });
      return { success: true, llmContent: '', displayContent: '' };
    },
  });
  await call();
  expect(history.read(runId())?.record.steps).toMatchObject([
    { id: 's', status: 'completed' },
    { id: 'call', status: 'completed' },
  ]);
});

describe('while it runs', () => {
  test('its caller and its steps are known, but not those of another run', async () => {
    const { call, runs, runId } = scene(waits, { caller: 'user' });
    const done = call();
    expect([runs.callerOf(runId()), runs.callerOf('other')]).toEqual(['user', undefined]);
    expect(runs.stepsOf(runId())).toMatchObject([{ id: 'call' }]);
    expect(runs.stepsOf('other')).toBeUndefined();
    expect(history.read(runId())).toBeUndefined();
    runs.cancelAll();
    await done;
  });

  test.each<[string, (stage: ReturnType<typeof scene>) => void]>([
    ['by its id', ({ runs, runId }) => runs.cancel(runId())],
    ['with all', ({ runs }) => runs.cancelAll()],
    ['by who goes away', ({ gone }) => gone.abort()],
  ])('it is cancelled %s', async (_, cancel) => {
    const stage = scene(waits);
    const done = stage.call();
    stage.runs.cancel('other');
    cancel(stage);
    expect((await done).ending.kind).toBe('cancelled');
    expect(history.read(stage.runId())?.record).toMatchObject({
      ...{ outcome: 'cancelled', success: false },
    });
  });
});

describe('calls that need approval', () => {
  test.each([
    ['allow', 10],
    ['deny', 20],
  ] as const)('runs as the person says: %s', async (answer, n) => {
    const { call, approvals, events, runId } = scene({ kind: 'write' });
    const done = call({ n });
    while (approvals.pending().length === 0) await new Promise((go) => setImmediate(go));
    const [approval] = approvals.pending();
    expect(approval).toMatchObject({ runId: runId(), tool: 'Say', arguments: { n } });
    expect(events).toContainEqual({ type: 'approval', approval });
    await approvals.decide(runId(), { id: approval?.id ?? '', answer, scope: 'session' });
    const { success } = (await done).result;
    expect(success).toBe(answer === 'allow');
    const { steps } = history.read(runId())?.record ?? {};
    expect(steps).toMatchObject([
      { type: 'tool-confirm', status: success ? 'completed' : 'failed' },
      { type: 'tool_call', status: success ? 'completed' : 'failed' },
    ]);
  });

  test('a denial for the session covers the next call, even a read-only one', async () => {
    const { call } = scene({ kind: 'readonly' });
    expect((await call({ n: 20 })).ending).toMatchObject({
      ...{
        kind: 'denied',
        reason: 'The person refused this call before, and the refusal still applies',
      },
    });
    expect((await call({ n: 2 })).ending.kind).toBe('finished');
  });
});

test('calls that must not overlap take turns', async () => {
  let running = 0;
  let most = 0;
  const { call } = scene({
    isConcurrencySafe: false,
    async execute() {
      most = Math.max(most, (running += 1));
      await new Promise((go) => setImmediate(go));
      running -= 1;
      return { success: true, llmContent: '', displayContent: '' };
    },
  });
  await Promise.all([call({ n: 3 }), call({ n: 4 }), call({ n: 5 })]);
  expect(most).toBe(1);
});

/** A tool whose plan reaches the person and programs, as those of modules do; it says what came of it. */
function planned(perform: (doing: Doing) => Promise<string>): Tool {
  const plain = createTool({
    ...{ name: 'Planned', kind: 'readonly', schema: z.object({}), description: { short: '' } },
    execute: () => Promise.reject(new Error('It is performed')),
  }) as Tool;
  const said = (text: string) => ({ success: true, llmContent: text, displayContent: text });
  return {
    ...plain,
    plan: async () => ({
      kind: 'ready',
      perform: async (doing) => ({ result: said(await perform(doing)) }),
    }),
  };
}

describe('a question of a tool', () => {
  /** It asks under a signal of its own, which nobody gives. */
  const asks = planned(async ({ ui }) => {
    const { signal } = new AbortController();
    const answer = await ui?.({ kind: 'confirm', title: 'Go?', message: '' }, signal);
    return ui ? `said ${String(answer)}` : 'nobody to ask';
  });
  const open = ({ events }: ReturnType<typeof scene>) =>
    events.flatMap((event) => (event.type === 'question' ? [event.question] : []));

  test.each<[Partial<RunAsked>, boolean]>([
    [{}, true],
    [{ headless: false }, true],
    [{ headless: true }, false],
    [{ caller: 'admin' }, false],
    [{ caller: 'user' }, false],
  ])('is sent to the page that watches: %j, %s', async (more, isPut) => {
    const stage = scene({}, { tool: asks, ...more });
    const done = stage.call({});
    if (isPut) {
      while (open(stage).length === 0) await new Promise((go) => setImmediate(go));
      const { id = '', tool } = open(stage)[0] ?? {};
      expect(tool).toBe('Planned');
      expect(stage.runs.answer('other', { id, value: true })).toBe(false);
      expect(stage.runs.answer(stage.runId(), { id, value: true })).toBe(true);
    }
    expect((await done).result.llmContent).toBe(isPut ? 'said true' : 'nobody to ask');
    expect(open(stage).length).toBe(isPut ? 1 : 0);
  });

  test('continues without an answer once its run is cancelled', async () => {
    const stage = scene({}, { tool: asks });
    const done = stage.call({});
    while (open(stage).length === 0) await new Promise((go) => setImmediate(go));
    stage.runs.cancel(stage.runId());
    expect((await done).ending.kind).toBe('cancelled');
  });
});

test('a program that a tool starts takes the path of every call, on the engine of the runner', async () => {
  const starts = planned(async ({ exec, signal }) => {
    return (await exec({ command: 'ls', args: [] }, signal)).stderr;
  });
  const { result } = await scene({}, { tool: starts }).call({});
  expect(result.llmContent).toMatch(/^Lathe knows no language "bash"/);
});
