import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from './create-tool.ts';
import { DefinedTools } from './defined-tools.ts';
import { Registry } from './registry.ts';
import { Tool } from './tool-define.ts';
import type { LegacyTool } from './legacy-tool.ts';
import type { InitContext } from './tool-info.ts';

const fixed = (id: string, output = id) =>
  Tool.define(id, {
    ...{ name: id.toUpperCase(), description: `About ${id}`, category: 'custom' },
    parameters: z.object({ n: z.number().int().default(2), at: z.string().optional() }),
    execute: async ({ n }, { sessionId }) => ({
      title: `T ${sessionId}`,
      output: `${output} ${n}`,
      metadata: { n },
    }),
  });
const lazy = (id: string, made: unknown[] = []) =>
  Tool.define(id, { name: id, category: 'builtin' }, async (context?: InitContext) => {
    made.push(context);
    const names = context?.skills?.map(({ name }) => name) ?? [];
    if (names.includes('broken')) throw new Error('no skills');
    return {
      description: `Skills: ${names.join()}`,
      parameters: z.object({}),
      execute: async () => ({ title: 'T', output: 'lazy', metadata: {} }),
    };
  });
const old = (id: string): LegacyTool => ({
  definition: {
    ...{ id, name: id, description: 'Old', enabled: true, autoExecute: false, category: 'custom' },
    parameters: [{ name: 'a', type: 'number', description: 'A', required: true }],
  },
  handler: async (args) =>
    args.a === 0 ? { success: false, error: 'no zero' } : { success: true, data: { sum: args.a } },
});
const scene = () => {
  const registry = new Registry();
  const warnings: string[] = [];
  return { registry, warnings, tools: new DefinedTools(registry, (line) => warnings.push(line)) };
};
const context = { sessionId: 's', messageId: 'm' };

describe('A3.8 A3.9 three stores before one registry', () => {
  test('A3.10 everything is in the registry, and the stores are counted', () => {
    const { registry, tools } = scene();
    tools.registerTool(old('legacy'));
    expect(tools.initialize([fixed('a'), fixed('b'), lazy('skill')])).toEqual({
      ...{ legacy: 1, static: 2, async: 1, total: 4 },
    });
    expect(registry.getAll().map(({ name }) => name)).toEqual(['legacy', 'a', 'b', 'skill']);
    registry.register(
      createTool({
        ...{ name: 'Read', kind: 'readonly', schema: z.object({}), description: { short: 'R' } },
        execute: async () => ({ success: true, llmContent: 'L', displayContent: 'D' }),
      }),
    );
    expect(registry.size).toBe(5);
    expect(tools.unregisterTool('a')).toBe(true);
    expect(tools.unregisterTool('a')).toBe(false);
    expect(registry.has('a')).toBe(false);
  });

  test.each([
    ['nothing', {}, { success: false, error: 'Tool "nothing" not found' }],
    ['legacy', { a: 3 }, { success: true, data: { output: '{"sum":3}' } }],
    ['legacy', { a: 0 }, { success: false, error: 'no zero' }],
    ['a', {}, { success: true, data: { title: 'T s', output: 'a 2', metadata: { n: 2 } } }],
    ['a', { n: 'x' }, { success: false, error: expect.stringMatching(/^Invalid arguments: /) }],
    ['skill', {}, { success: true, data: { output: 'lazy' } }],
  ])('A3.14 executeTool(%j, %j)', async (id, args, answer) => {
    const { tools } = scene();
    tools.registerTool(old('legacy'));
    tools.initialize([fixed('a'), lazy('skill')]);
    expect(await tools.executeTool(id, args, context)).toMatchObject(answer);
  });

  test('A3.3 lazy tools are in the list that waits for them alone', async () => {
    const { tools } = scene();
    tools.initialize([fixed('a'), lazy('skill')]);
    expect(tools.getAllTools().map(({ id }) => id)).toEqual(['a']);
    tools.setInitContext({ skills: [{ name: 'pdf' }] });
    const { tools: all, losses } = await tools.getAllToolsAsync();
    expect(all).toMatchObject([
      {
        ...{ id: 'a', name: 'A', description: 'About a', enabled: true, autoExecute: false },
        category: 'custom',
        parameters: [
          { name: 'n', type: 'number', required: false },
          { name: 'at', type: 'string', required: false },
        ],
      },
      { id: 'skill', description: 'Skills: pdf', category: 'builtin', source: 'builtin' },
    ]);
    // A3.34: what the flat list cannot say is told.
    expect(losses.map(({ keyword, path }) => [keyword, path])).toContainEqual([
      'type',
      '/parameters/properties/n/type',
    ]);
  });

  test('A3.4 one that cannot be made is named, and costs the others nothing', async () => {
    const { tools } = scene();
    tools.initialize([fixed('a'), lazy('skill')]);
    tools.setInitContext({ skills: [{ name: 'broken' }] });
    expect(await tools.getAllToolsAsync()).toMatchObject({
      tools: [{ id: 'a' }],
      failed: [{ id: 'skill', message: 'no skills' }],
    });
    expect(await tools.executeTool('skill', {}, context)).toMatchObject({ success: false });
    expect(Object.keys(await tools.getToolsForAI())).toEqual(['a']);
  });

  test('A3.15 the context of a call reaches a lazy tool and its updates the caller', async () => {
    const { tools } = scene();
    const made: unknown[] = [];
    const told: unknown[] = [];
    tools.initialize([
      lazy('skill', made),
      Tool.define('talks', {
        ...{ name: 'T', description: 'D', category: 'custom', parameters: z.object({}) },
        async execute(_, ctx) {
          ctx.metadata({ title: 'half' });
          const { workingDirectory, abortSignal, toolCallId } = ctx;
          const metadata = {
            workingDirectory: workingDirectory ?? '',
            toolCallId: toolCallId ?? '',
          };
          return { title: String(abortSignal?.aborted), output: '', metadata };
        },
      }),
    ]);
    const skills = [{ name: 'csv' }];
    const provider = { providerId: 'p', providerConfig: { key: 1 } };
    await tools.executeTool('skill', {}, { ...context, ...provider, skills });
    expect(made).toEqual([{ skills, ...provider }]);
    const more = { workingDirectory: '/w', toolCallId: 'c', abortSignal: AbortSignal.abort() };
    const onMetadata = (update: object) => void told.push(update);
    expect(await tools.executeTool('talks', {}, { ...context, ...more, onMetadata })).toMatchObject(
      {
        data: { title: 'true', metadata: { workingDirectory: '/w', toolCallId: 'c' } },
      },
    );
    expect(told).toEqual([{ title: 'half' }]);
  });
});

describe('A3.11 double names', () => {
  test('a tool of the same form overwrites, with a warning and an entry', async () => {
    const { registry, tools, warnings } = scene();
    tools.initialize([fixed('a', 'first'), fixed('a', 'second')]);
    expect(await tools.executeTool('a', {}, context)).toMatchObject({
      data: { output: 'second 2' },
    });
    expect((await registry.get('a')?.execute({}))?.llmContent).toBe('second 2');
    expect(warnings).toEqual(['The tool "a" was registered again: the new one counts']);
    expect(registry.conflicts).toEqual([
      { name: 'a', source: 'defined', holder: 'defined', outcome: 'overwritten' },
    ]);
  });

  test('of two stores the older form counts, whichever came first', async () => {
    for (const first of ['old', 'new']) {
      const { registry, tools, warnings } = scene();
      if (first === 'old') tools.registerTool(old('a'));
      tools.initialize([fixed('a'), lazy('a')]);
      if (first === 'new') tools.registerTool(old('a'));
      expect(await tools.executeTool('a', { a: 1 }, context)).toMatchObject({
        data: { output: '{"sum":1}' },
      });
      expect((await registry.get('a')?.execute({ a: 1 }))?.llmContent).toBe('{"sum":1}');
      expect(warnings).toHaveLength(2);
    }
  });

  test('nobody brings a tool that takes the name of another origin', async () => {
    const { registry, tools, warnings } = scene();
    const builtin = createTool({
      ...{ name: 'bash', kind: 'execute', schema: z.object({}), description: { short: 'B' } },
      execute: async () => ({ success: true, llmContent: 'real', displayContent: 'D' }),
    });
    registry.register(builtin);
    tools.initialize([fixed('bash')]);
    expect(registry.get('bash')).toBe(builtin);
    expect(registry.add('custom', { ...builtin })).toBe(false);
    expect(registry.conflicts).toMatchObject([
      { name: 'bash', source: 'defined', holder: 'builtin', outcome: 'refused' },
      { name: 'bash', source: 'custom', holder: 'builtin', outcome: 'refused' },
    ]);
    expect(warnings.join()).toContain('its name is that of a tool of origin "builtin"');
    expect(await tools.executeTool('bash', {}, context)).toMatchObject({ success: false });
    registry.remove('builtin', 'bash');
    expect(registry.conflicts).toEqual([]);
  });

  test('an origin may be given another policy', () => {
    const registry = new Registry({ defined: 'throw', authored: 'refuse' });
    const tools = new DefinedTools(registry);
    tools.registerToolV2(fixed('a'));
    expect(() => tools.registerToolV2(fixed('a'))).toThrow("工具 'a' 已注册");
    const [tool] = registry.getAll();
    expect(tool && registry.add('authored', tool)).toBe(false);
  });
});

test('A3.9 the tools for the AI SDK: enabled ones, with a schema as it marks them', async () => {
  const { tools } = scene();
  tools.initialize([fixed('a'), { ...fixed('off'), enabled: false }, fixed('said-off')]);
  const settings = { tools: { 'said-off': { enabled: false }, off: { enabled: true } } };
  expect(Object.keys(await tools.getToolsForAI())).toEqual(['a', 'said-off']);
  const forAI = await tools.getToolsForAI(settings);
  expect(Object.keys(forAI)).toEqual(['a', 'off']);
  const { inputSchema } = forAI['a'] ?? {};
  expect(forAI['a']?.description).toBe('About a');
  expect(inputSchema?.jsonSchema).toMatchObject({
    type: 'object',
    properties: { n: { type: 'integer', default: 2 } },
  });
  expect(Reflect.get(Object(inputSchema), Symbol.for('vercel.ai.schema'))).toBe(true);
  expect(
    await tools.executeTool('said-off', {}, { ...context, toolSettings: settings }),
  ).toMatchObject({ success: false, error: 'Tool "said-off" is disabled' });
});

test('A3.34 an old list of parameters becomes a schema that says the same', () => {
  const { registry, tools } = scene();
  tools.registerTool(old('legacy'));
  expect(registry.get('legacy')?.getFunctionDeclaration().parameters).toEqual({
    type: 'object',
    properties: { a: { type: 'number', description: 'A' } },
    required: ['a'],
  });
});
