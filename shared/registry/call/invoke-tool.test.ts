import { because } from '../fixtures/decide.ts';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ToolSettings } from '../../protocol/settings.ts';
import type { RunEvent } from '../../protocol/events.ts';
import type { Policies } from '../../tool/definition.ts';
import type { ToolResult } from '../../tool/run/result.ts';
import { Turns } from '../../tool/run/turns.ts';
import { createTool, type ToolConfig } from '../define/create-tool.ts';
import type { Answer, Question } from '../approval/approve.ts';
import { invoke, type InvokeParts } from './invoke.ts';
import type { Judgement } from '../approval/judgement.ts';
import type { Tool } from '../tool.ts';
import { effectivePolicies, ruleCovers } from '../approval/policies.ts';

const schema = z.object({ file_path: z.string().min(1), times: z.number().default(1) });
type Params = z.infer<typeof schema>;

type More = Partial<ToolConfig<Params>> & { judge?: () => Promise<Judgement> };

function scene({ judge, ...more }: More = {}, answers: Answer[] = []) {
  const questions: Question[] = [];
  const ran: Params[] = [];
  const plain = createTool<Params>({
    ...{ name: 'Edit', kind: 'write', schema, description: { short: 'Edits' } },
    extractSignatureContent: (params) => schema.parse(params).file_path,
    abstractPermissionRule: (params) =>
      `Edit:${schema.parse(params).file_path.replace(/\/[^/]*$/, '')}/*`,
    async execute(params, context): Promise<ToolResult> {
      ran.push(params);
      context?.update?.({ title: 'half' });
      return { success: true, llmContent: 'edited', displayContent: '✅' };
    },
    ...more,
  });
  /** Does what a source does whose tools judge their calls. */
  const tool: Tool<Params> = {
    ...plain,
    async plan(params, options) {
      const plan = await plain.plan?.(params, options);
      if (!plan) throw new Error('createTool plans');
      return plan.kind === 'ready' && judge ? { ...plan, judgement: await judge() } : plan;
    },
  };
  const parts: Pick<InvokeParts, 'ask' | 'refused' | 'settings'> = {
    async ask(question) {
      questions.push(question);
      const answer = answers.shift();
      if (answer === undefined) throw new Error('nobody expected this question');
      return answer;
    },
    settings: ToolSettings.parse({}),
  };
  const events: RunEvent[] = [];
  const go = (
    args = {},
    settings: object = {},
    signal = new AbortController().signal,
    turns?: Turns,
  ) =>
    invoke(
      {
        runId: 'r',
        tool,
        group: tool.category ?? 'builtin',
        arguments: { file_path: '/w/a.ts', ...args },
      },
      { ...parts, turns, settings: ToolSettings.parse(settings) },
      (event) => events.push(event),
      signal,
    );
  return { parts, questions, ran, events, go, tool };
}
const judged = (decision: Judgement['decision'], rule = 'unknown', text = 'mkdir a') => ({
  decision,
  reasons: [{ code: 'x', message: `because ${decision}` }],
  segments: [{ text, decision, rule, reason: { code: 'x', message: 'x' } }],
});

test('a tool that changes something needs approval, with its signature and its rule', async () => {
  const stage = scene({}, [{ answer: 'allow' }]);
  const { result, ending } = await stage.go();
  expect(stage.questions).toMatchObject([
    {
      ...{ runId: 'r', tool: 'Edit', about: 'execution', remember: true },
      ...{ text: '/w/a.ts', signature: '/w/a.ts', rule: 'Edit:/w/*' },
      reasons: [{ message: '"Edit" may change files or run programs' }],
    },
  ]);
  expect(result).toMatchObject({ success: true, llmContent: 'edited' });
  expect(ending).toMatchObject({ kind: 'finished', output: 'edited' });
  expect(stage.ran).toEqual([{ file_path: '/w/a.ts', times: 1 }]);
  expect(stage.events).toEqual([{ type: 'update', update: { title: 'half' } }]);
});

describe('when a call needs approval', () => {
  const auto: Policies = { execution: 'auto' };
  test.each<[string, More, object, boolean]>([
    ['one that only reads is not', { kind: 'readonly' }, {}, false],
    ['one that says auto is not', { policies: auto }, {}, false],
    [
      'the person wants to be',
      { kind: 'readonly' },
      { tools: { Edit: { autoExecute: false } } },
      true,
    ],
    [
      'its group is',
      { category: '文件操作', kind: 'readonly' },
      { groups: { 文件操作: { policies: { execution: 'ask-always' } } } },
      true,
    ],
    ['the person wants not to be', {}, { tools: { Edit: { autoExecute: true } } }, false],
    ['what it judges itself to read is not', { judge: async () => judged('allow') }, {}, false],
    ['what it judges to ask is', { judge: async () => judged('ask') }, {}, true],
    [
      'auto does not silence its judgement',
      { policies: auto, judge: async () => judged('ask') },
      {},
      true,
    ],
    [
      'a listed command is, without a box',
      { judge: async () => judged('ask') },
      { bash: { dangerousCommandWhitelist: ['mkdir'] } },
      true,
    ],
    [
      'a listed command is not, in a box',
      { judge: async () => ({ ...judged('ask'), boxed: true }) },
      { bash: { dangerousCommandWhitelist: ['mkdir'] } },
      false,
    ],
  ])('%s', async (_, config, settings, asks) => {
    const stage = scene(config, [{ answer: 'allow' }]);
    expect((await stage.go({}, settings)).result.success).toBe(true);
    expect(stage.questions.length > 0).toBe(asks);
  });

  test('a forbidden call is refused without a question', async () => {
    const stage = scene({ judge: async () => judged('deny', 'forbidden') });
    const { result, ending } = await stage.go({}, { bash: { confirmDangerousCommands: false } });
    expect(ending).toMatchObject({ kind: 'denied', reason: 'Command is forbidden: because deny' });
    expect(result.error?.type).toBe('permission_error');
    expect(stage.ran).toEqual([]);
  });

  test('an answer to ask-always is never remembered', async () => {
    const stage = scene({ policies: { execution: 'ask-always' } }, [{ answer: 'allow' }]);
    await stage.go();
    expect(stage.questions[0]?.remember).toBe(false);
  });
});

describe('the outcome', () => {
  test('refuses invalid arguments before any question', async () => {
    const stage = scene();
    const { result, ending } = await stage.go({ file_path: '' });
    expect(result).toMatchObject({ success: false, error: { type: 'validation_error' } });
    expect(result.llmContent).toMatch(/^Parameter validation failed: file_path: /);
    expect(ending.kind).toBe('failed');
  });

  test('a refusal runs nothing', async () => {
    const stage = scene({}, [{ answer: 'deny' }]);
    const { result, ending } = await stage.go();
    expect(ending).toMatchObject({ kind: 'denied', reason: 'Command rejected by user' });
    expect(result.success).toBe(false);
    expect(stage.ran).toEqual([]);
  });

  test('a lasting refusal applies even if the call needs no approval', async () => {
    const stage = scene({ policies: { execution: 'auto' } });
    const texts: (string | undefined)[] = [];
    stage.parts.refused = async (known, text) => {
      texts.push(known.rule, await text());
      return because('refused before');
    };
    expect((await stage.go()).ending).toMatchObject({ kind: 'denied', reason: 'refused before' });
    expect(texts).toEqual(['Edit:/w/*', '/w/a.ts']);
    expect(stage.ran).toEqual([]);
  });

  test('edited arguments are checked and need another approval', async () => {
    const file_path = '/w/b.ts';
    const stage = scene({}, [
      { answer: 'allow', arguments: { file_path } },
      { answer: 'allow', arguments: { file_path } },
    ]);
    await stage.go();
    expect(stage.questions.map(({ text }) => text)).toEqual(['/w/a.ts', '/w/b.ts']);
    expect(stage.ran).toEqual([{ file_path, times: 1 }]);
  });

  test('a result may be withheld', async () => {
    const policies: Policies = { execution: 'auto', result: 'always' };
    const stage = scene({ policies }, [{ answer: 'deny' }]);
    const { result } = await stage.go();
    expect(stage.questions).toMatchObject([{ about: 'result', text: 'edited', remember: false }]);
    expect(JSON.stringify(result)).not.toContain('edited');
  });

  test.each([
    ['permission_error', 'denied'],
    ['timeout_error', 'timed-out'],
    ['execution_error', 'failed'],
  ] as const)('a tool that answers %s has %s', async (type, kind) => {
    const execute = async () => ({
      ...{ success: false, llmContent: 'L', displayContent: 'D' },
      error: { type, message: 'why' },
    });
    const stage = scene({ policies: { execution: 'auto' }, execute });
    expect((await stage.go()).ending.kind).toBe(kind);
  });

  test('a cancelled call ends as cancelled, whatever the tool answered', async () => {
    const cancel = new AbortController();
    const execute = async () => {
      cancel.abort();
      return { success: true, llmContent: 'late', displayContent: '' };
    };
    const stage = scene({ policies: { execution: 'auto' }, execute });
    expect((await stage.go({}, {}, cancel.signal)).ending.kind).toBe('cancelled');
  });
});

test.each([
  ['Edit:/src/*', 'Edit:/src/*', true],
  ['Edit:/src/*', 'Edit:/src/deep/*', true],
  ['Edit:/src/*', 'Edit:/src2/*', false],
  ['Edit:/src/deep/*', 'Edit:/src/*', false],
  ['Edit:/src/*', undefined, false],
  ['Edit:/src/a', 'Edit:/src/a', true],
  ['Edit:/src/a', 'Edit:/src/a/b', false],
  [undefined, 'Edit:/src/*', false],
  [undefined, undefined, false],
])('a refusal of %s covers %s: %s', (kept, asked, covers) => {
  expect(ruleCovers(kept, asked)).toBe(covers);
});

test('names of the prototype are no settings of a tool', () => {
  const settings = ToolSettings.parse({});
  const found = effectivePolicies({ name: 'constructor', group: '__proto__' }, settings);
  expect(found).toEqual({ because: {} });
});

test('A4.35 calls of tools that must not overlap wait for each other, and a failure blocks none', async () => {
  const running = new Set<string>();
  const overlaps: string[] = [];
  const turns = new Turns({ width: 1 });
  const call = (name: string, isConcurrencySafe: boolean, fails = false) => {
    const stage = scene({
      ...{ name, isConcurrencySafe, policies: { execution: 'auto' } },
      async execute() {
        if (!isConcurrencySafe && running.size > 0) overlaps.push(name);
        if (!isConcurrencySafe) running.add(name);
        await new Promise((go) => setTimeout(go, 1));
        running.delete(name);
        if (fails) throw new Error(name);
        return { success: true, llmContent: name, displayContent: name };
      },
    });
    return stage.go({}, {}, undefined, turns);
  };
  const done = await Promise.all([
    call('first', false, true),
    call('second', false),
    call('beside', true),
    call('third', false),
  ]);
  expect(done.map(({ result }) => result.success)).toEqual([false, true, true, true]);
  expect(overlaps).toEqual([]);
});
