import { describe, expect, expectTypeOf, test } from 'vitest';
import * as zod3 from 'zod/v3';
import { z } from 'zod';
import { definedTool } from './defined-tool.ts';
import { Tool } from './tool-define.ts';
import type { InitContext, ToolContext, ToolInfo } from './tool-define.ts';
import type { ExecutionContext } from '../tool.ts';
import type { Step } from '../../tool/run/step.ts';

const glob = Tool.define('glob', {
  name: 'Glob',
  description: 'Finds files by a pattern',
  category: 'builtin',
  autoExecute: true,
  parameters: z.object({
    pattern: z.string().describe('Such as "**/*.ts"'),
    limit: z.number().int().default(100),
  }),
  async execute({ pattern, limit }, ctx) {
    expectTypeOf(pattern).toEqualTypeOf<string>();
    ctx.metadata({ title: `Searching: ${pattern}`, metadata: { count: 0 } });
    return { title: 'Found 1 files', output: `${pattern} ${limit}`, metadata: { count: 1 } };
  },
});

/** A tool that offers the skills of its context, and records how often it was made. */
const lazy = (made: string[] = []) =>
  Tool.define('skill', { name: 'Skill', category: 'builtin' }, async (ctx?: InitContext) => {
    const names = (ctx?.skills ?? []).map(({ name }) => name);
    made.push(names.join());
    await new Promise((done) => setTimeout(done, 5));
    if (names.includes('broken')) throw new Error('no such folder');
    return {
      description: `Load a skill. Available: ${names.join(', ')}`,
      parameters: z.object({ skill: z.enum(names as [string, ...string[]]) }),
      execute: async ({ skill }: { skill: string }) => ({
        title: skill,
        output: `loaded ${skill}`,
        metadata: {},
      }),
    };
  });

describe('A3.1 A3.2 Tool.define', () => {
  test('makes a tool at once, which is enabled and needs approval by default', () => {
    expect(glob).toMatchObject({ id: 'glob', name: 'Glob', enabled: true, autoExecute: true });
    const bare = lazy();
    expect(bare).toMatchObject({ id: 'skill', enabled: true, autoExecute: false });
    expect(definedTool(bare).policies).toEqual({ execution: 'ask-once' });
  });

  test.each([
    ['zod 4', z.object({ path: z.string(), all: z.boolean().default(false) })],
    ['zod 3', zod3.z.object({ path: zod3.z.string(), all: zod3.z.boolean().default(false) })],
  ])(
    'A3.14 accepts a schema of %s: declares it, checks, fills in defaults',
    async (_, parameters) => {
      const tool = definedTool(
        Tool.define<unknown>('read', {
          ...{ name: 'Read', description: 'Reads', category: 'custom', parameters },
          execute: async (args) => ({
            title: 'T',
            output: JSON.stringify(args),
            metadata: { a: 1 },
          }),
        }),
      );
      expect(tool.getFunctionDeclaration()).toMatchObject({
        name: 'read',
        description: 'Reads',
        parameters: { properties: { path: { type: 'string' } }, required: ['path'] },
      });
      expect(await tool.execute({ path: 'x' })).toEqual({
        success: true,
        llmContent: '{"path":"x","all":false}',
        displayContent: 'T\n\n{"path":"x","all":false}',
        metadata: { a: 1, title: 'T' },
      });
      const refused = await tool.execute({ path: 3 });
      expect(refused).toMatchObject({ success: false, error: { type: 'validation_error' } });
      expect(refused.llmContent).toMatch(/^Invalid arguments: /);
      const planned = await tool.plan?.({ path: 3 }, { signal: new AbortController().signal });
      expect(planned).toEqual({ kind: 'ended', result: refused });
    },
  );

  test.each([
    ['readonly', true],
    ['write', false],
    [undefined, false],
  ] as const)('a tool of the kind %s has the facts of its kind: %s', (kind, isReadOnly) => {
    expect(definedTool(glob, kind)).toMatchObject({
      ...{ name: 'glob', displayName: 'Glob', kind: kind ?? 'execute', isReadOnly },
      ...{ isConcurrencySafe: true, strict: false, version: '1.0.0', tags: [], problems: [] },
      ...{ category: 'builtin', policies: { execution: 'auto' } },
    });
    const params = { pattern: '*' };
    expect(definedTool(glob, kind).build(params)).toEqual({ toolName: 'glob', params });
  });

  test('A3.14 performs its plan with the defaults of its schema', async () => {
    const updates: unknown[] = [];
    const { signal } = new AbortController();
    const plan = await definedTool(glob).plan?.({ pattern: 'a' }, { signal });
    if (plan?.kind !== 'ready') throw new Error('it was not planned');
    const tell = (progress: unknown) => void updates.push(progress);
    const exec = () => Promise.reject(new Error('no program is asked for'));
    const { result } = await plan.perform({ signal, tell, exec });
    expect(result.llmContent).toBe('a 100');
    expect(updates).toEqual([
      { type: 'update', update: { title: 'Searching: a', metadata: { count: 0 } } },
    ]);
  });

  const picture = [{ type: 'image' as const, path: 'a.png' }];
  test.each([
    [{ output: '' }, 'T', { title: 'T' }],
    [{ output: 'O', metadata: { a: 1 } }, 'T\n\nO', { a: 1, title: 'T' }],
    [{ output: 'O', attachments: picture }, 'T\n\nO', { title: 'T', attachments: picture }],
  ])('A3.2 shows an answer of %j as %j', async (answer, displayContent, metadata) => {
    const execute = async () => ({ title: 'T', metadata: {}, ...answer });
    const result = await definedTool({ ...glob, execute }).execute({ pattern: 'x' });
    expect(result).toStrictEqual({
      ...{ success: true, llmContent: answer.output, displayContent, metadata },
    });
  });

  test('A3.14 words invalid arguments like its author', async () => {
    const tool = definedTool({
      ...glob,
      formatValidationError: ({ message }) => `Look: ${message.length > 0}`,
    });
    expect((await tool.execute({})).llmContent).toBe('Look: true');
    const planned = await tool.plan?.({}, { signal: new AbortController().signal });
    expect(planned).toMatchObject({ kind: 'ended', result: { llmContent: 'Look: true' } });
  });

  test.each([
    [new Error('disk full'), 'disk full'],
    ['text', 'Unknown error during tool execution'],
  ])('a tool that throws %s is an execution error', async (cause, message) => {
    const execute = async () => {
      throw cause;
    };
    const result = await definedTool({ ...glob, execute }).execute({ pattern: 'x' });
    expect(result).toMatchObject({ success: false, error: { type: 'execution_error', message } });
  });

  test('A3.5 A3.6 A3.7 passes the context, and reports updates during the run', async () => {
    const told: unknown[] = [];
    const seen: ToolContext[] = [];
    const tool = definedTool({
      ...glob,
      async execute(args, ctx) {
        seen.push(ctx);
        return glob.execute(args as { pattern: string; limit: number }, ctx);
      },
    });
    const signal = new AbortController().signal;
    const more = { sessionId: 's', messageId: 'm', callId: 'c', cwd: '/w', signal };
    const result = await tool.execute(
      { pattern: '*' },
      { ...more, update: (update) => void told.push(update) },
    );
    expect(seen[0]).toMatchObject({
      ...{ sessionId: 's', messageId: 'm', toolCallId: 'c', workingDirectory: '/w' },
      abortSignal: signal,
    });
    expect(told).toEqual([{ title: 'Searching: *', metadata: { count: 0 } }]);
    expect(result).toMatchObject({
      llmContent: '* 100',
      displayContent: 'Found 1 files\n\n* 100',
      metadata: { title: 'Found 1 files', count: 1 },
    });
  });
});

describe('A3.5 the context of a tool', () => {
  /** Returns the context that `execute` gets, and the events of the call. */
  async function given(context?: ExecutionContext) {
    const seen: ToolContext[] = [];
    const tool = definedTool({
      ...glob,
      async execute(args, ctx) {
        seen.push(ctx);
        ctx.onStepStart?.({ title: 'Reads' });
        ctx.onStepComplete?.({ id: 'own', type: 'read', status: 'completed', timestamp: 1 });
        return glob.execute(args as { pattern: string; limit: number }, ctx);
      },
    });
    expect((await tool.execute({ pattern: '*' }, context)).llmContent).toBe('* 100');
    return seen[0];
  }

  test('has only the fields that the caller gave', async () => {
    const bare = { sessionId: '', messageId: '', metadata: expect.any(Function) };
    const steps = { onStepStart: undefined, onStepComplete: undefined };
    expect(await given()).toStrictEqual({ ...bare, ...steps });
  });

  test('gets steps, completed with the fields that the tool omitted', async () => {
    const started: Step[] = [];
    const done: Step[] = [];
    await given({
      onStepStart: (step) => void started.push(step),
      onStepComplete: (step) => void done.push(step),
    });
    const [id, timestamp] = [expect.stringMatching(/./), expect.any(Number)];
    const basics = { id, type: 'tool_call', title: '', status: 'running', timestamp };
    expect(started).toEqual([{ ...basics, title: 'Reads' }]);
    const said = { id: 'own', type: 'read', status: 'completed', timestamp: 1 };
    expect(done).toEqual([{ ...said, title: '' }]);
  });
});

describe('A3.3 a lazy tool', () => {
  const skills = (...names: string[]) => ({ skills: names.map((name) => ({ name })) });

  test('A3.4 is made once for concurrent callers', async () => {
    const made: string[] = [];
    const tool = definedTool(lazy(made));
    tool.setContext(skills('pdf', 'csv'));
    expect(made).toEqual([]);
    expect(tool.problems).toEqual(['Tool "skill" has not been initialized']);
    const nothing = { type: 'object', properties: {} };
    expect(tool.getFunctionDeclaration()).toStrictEqual({
      ...{ name: 'skill', description: 'Skill', parameters: nothing },
    });
    const results = await Promise.all(['pdf', 'csv'].map((skill) => tool.execute({ skill })));
    expect(results.map(({ llmContent }) => llmContent)).toEqual(['loaded pdf', 'loaded csv']);
    await tool.ready();
    expect(made).toEqual(['pdf,csv']);
    expect(tool.getFunctionDeclaration()).toMatchObject({
      description: 'Load a skill. Available: pdf, csv',
      parameters: { properties: { skill: { enum: ['pdf', 'csv'] } } },
    });
  });

  test('A3.4 is made again for another context, and not for an equal one', async () => {
    const made: string[] = [];
    const tool = definedTool(lazy(made));
    tool.setContext(skills('a'));
    await tool.ready();
    tool.setContext(skills('a'));
    await tool.ready();
    tool.setContext(skills('b'));
    expect(tool.description.short).toBe('Skill');
    await tool.ready();
    expect(made).toEqual(['a', 'b']);
    expect(tool.description.short).toContain('Available: b');
  });

  test('A3.4 drops a result for an earlier context', async () => {
    const tool = definedTool(lazy());
    tool.setContext(skills('old'));
    const old = tool.ready();
    tool.setContext(skills('new'));
    await Promise.all([old, tool.ready()]);
    expect(tool.description.short).toContain('Available: new');
  });

  test.each(['fails', 'is made'])(
    'A3.4 what %s late for a context that is gone is dropped',
    async (how) => {
      const made: ((names: string) => void)[] = [];
      const failed: ((cause: Error) => void)[] = [];
      const tool = definedTool(
        Tool.define('slow', { name: 'Slow', category: 'custom' }, async () => {
          const description = await new Promise<string>((resolve, reject) => {
            made.push(resolve);
            failed.push(reject);
          });
          return { ...glob, description } as ToolInfo;
        }),
      );
      const old = tool.ready();
      tool.setContext(skills('new'));
      const ready = tool.ready();
      made[1]?.('new');
      await ready;
      if (how === 'fails') failed[0]?.(new Error('too late'));
      else made[0]?.('old');
      await old;
      expect(tool.description.short).toBe('new');
      expect(await tool.ready()).toMatchObject({ ok: true, body: { description: 'new' } });
      expect(made).toHaveLength(2);
    },
  );

  test('A3.4 a failure only fails its own calls, and the next call tries again', async () => {
    const made: string[] = [];
    const tool = definedTool(lazy(made));
    tool.setContext(skills('broken'));
    const message = 'Tool "skill" could not be initialized: no such folder';
    for (const _ of [1, 2])
      expect(await tool.execute({ skill: 'x' })).toMatchObject({
        success: false,
        error: { type: 'execution_error', message },
      });
    const planned = await tool.plan?.({}, { signal: new AbortController().signal });
    expect(planned).toMatchObject({ kind: 'ended', result: { error: { message } } });
    expect(made).toEqual(['broken', 'broken', 'broken']);
    tool.setContext(skills('pdf'));
    expect((await tool.execute({ skill: 'pdf' })).success).toBe(true);
  });

  test('A3.4 an empty choice is omitted for zod 3, too', () => {
    const tool = definedTool({
      ...glob,
      parameters: zod3.z.object({ s: zod3.z.enum([] as never) }),
    });
    expect(tool.getFunctionDeclaration().parameters.properties).toEqual({ s: { type: 'string' } });
    expect(tool.problems).toEqual(['There is nothing to choose from for "s"']);
  });

  test('A3.4 without skills there is no choice, and a problem reports that', async () => {
    const tool = definedTool(lazy());
    await tool.ready();
    expect(tool.getFunctionDeclaration().parameters.properties).toEqual({
      skill: { type: 'string' },
    });
    expect(tool.problems).toEqual(['There is nothing to choose from for "skill"']);
    expect((await tool.execute({ skill: 'x' })).error?.type).toBe('validation_error');
  });
});
