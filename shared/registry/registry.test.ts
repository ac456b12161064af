import { describe, expect, test } from 'vitest';
import { describe as describeTool } from './describe.ts';
import { Registry, type RegistryEvent } from './registry.ts';
import { Schedule } from './schedule.ts';
import type { ExecutionContext, Tool } from './tool.ts';
import { call } from './call.ts';

function tool(name: string, more: Partial<Tool> = {}): Tool {
  return {
    name,
    displayName: name,
    kind: 'execute',
    isReadOnly: false,
    isConcurrencySafe: true,
    strict: false,
    description: { short: `about ${name}` },
    version: '1.0.0',
    tags: [],
    getFunctionDeclaration: () => ({
      name,
      description: '',
      parameters: { type: 'object', properties: {} },
    }),
    build: (params) => ({ toolName: name, params }),
    execute: async (params) => ({
      success: true,
      llmContent: JSON.stringify(params),
      displayContent: name,
    }),
    ...more,
  };
}
const names = (tools: { name: string }[]) => tools.map(({ name }) => name);

test.each([
  [{ short: 'S' }, 'S'],
  [{ short: 'S', long: 'L', usageNotes: [], important: [] }, 'S\nL'],
  [
    { short: 'S', long: 'L', usageNotes: ['a', 'b'], important: ['c'] },
    'S\nL\n\nUsage notes:\n- a\n- b\n\nIMPORTANT:\n- c',
  ],
  [{ short: 'S', examples: [{ description: 'never shown', params: {} }] }, 'S'],
])('A4.3 describes %j', (description, text) => {
  expect(describeTool(description)).toBe(text);
});

describe('the registry', () => {
  test('A4.37 refuses a name that any source has', () => {
    const registry = new Registry();
    registry.register(tool('a'));
    registry.registerMcpTool(tool('b'));
    registry.registerAuthoredTool(tool('c'));
    for (const name of ['a', 'b', 'c']) {
      const message = `工具 '${name}' 已注册`;
      expect(() => registry.register(tool(name))).toThrow(message);
      expect(() => registry.registerMcpTool(tool(name))).toThrow(message);
      expect(() => registry.registerAuthoredTool(tool(name))).toThrow(message);
    }
    expect(registry.size).toBe(3);
  });

  test('A4.37 registerAll registers what it can and names every duplicate', () => {
    const registry = new Registry();
    registry.register(tool('a'));
    const all = ['a', 'b', 'b', 'c'].map((name) => tool(name));
    expect(() => registry.registerAll(all)).toThrow("工具 'a' 已注册; 工具 'b' 已注册");
    expect(names(registry.getAll())).toEqual(['a', 'b', 'c']);
  });

  test('A4.38 tells who listens, until they stop', () => {
    const registry = new Registry();
    const seen: string[] = [];
    const note = (name: string) => (event: RegistryEvent) =>
      seen.push(`${name} ${event.type} ${event.tool.name}`);
    const stop = registry.on('toolRegistered', note('+'));
    registry.on('toolUnregistered', note('-'));
    registry.register(tool('a'));
    registry.registerMcpTool(tool('b'));
    registry.unregisterMcpTool('b');
    stop();
    registry.register(tool('c'));
    expect(seen).toEqual(['+ builtin a', '+ mcp b', '- mcp b']);
  });

  test('A4.39 A4.43 categories and tags follow what is there', () => {
    const registry = new Registry();
    registry.register(tool('Read', { category: '文件操作', tags: ['file', 'read'] }));
    registry.registerMcpTool(tool('m', { category: '搜索', tags: ['file', 'search'] }));
    expect(registry.tags.get('file')).toEqual(['Read', 'm']);
    expect(registry.unregisterMcpTool('unknown')).toBe(false);
    expect(registry.unregisterMcpTool('Read')).toBe(false);
    expect(registry.unregisterMcpTool('m')).toBe(true);
    expect(registry.categories.keys()).toEqual(['文件操作']);
    expect(registry.tags.keys()).toEqual(['file', 'read']);
    expect(registry.has('m')).toBe(false);
  });

  test('A4.40 A4.41 A4.1 all sources together, split by what they may do', () => {
    const registry = new Registry();
    registry.registerMcpTool(tool('m'));
    registry.register(tool('Read', { isReadOnly: true }));
    expect(names(registry.getAll())).toEqual(['Read', 'm']);
    expect(registry.get('m')?.name).toBe('m');
    expect(registry.get('toString')).toBeUndefined();
    expect(names(registry.getReadOnlyTools())).toEqual(['Read']);
    expect(names(registry.getWriteTools())).toEqual(['m']);
    expect(names(registry.getFunctionDeclarationsByMode('plan'))).toEqual(['Read']);
    expect(names(registry.getFunctionDeclarationsByMode('other'))).toEqual(['Read', 'm']);
    expect(names(registry.getFunctionDeclarationsByMode())).toEqual(['Read', 'm']);
  });

  test.each([
    ['READ', ['Read']],
    ['anzeige', ['x']],
    ['about', ['Read', 'x']],
    ['', ['Read', 'x']],
    ['nothing', []],
  ])('A4.42 finds %j', (query, found) => {
    const registry = new Registry();
    registry.registerAll([tool('Read'), tool('x', { displayName: 'Anzeige' })]);
    expect(names(registry.search(query))).toEqual(found);
  });
});

describe('A4.35 the schedule', () => {
  async function most(isConcurrencySafe: boolean): Promise<number> {
    const schedule = new Schedule();
    let now = 0;
    let highest = 0;
    const work = async (fails: boolean) => {
      highest = Math.max(highest, ++now);
      await new Promise((done) => setTimeout(done, 5));
      now -= 1;
      if (fails) throw new Error('failed');
    };
    const calls = [false, true, false].map((fails) =>
      schedule.run({ isConcurrencySafe }, () => work(fails)),
    );
    const ended = await Promise.allSettled(calls);
    expect(ended.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    return highest;
  }
  test('lets unsafe calls wait for each other, failed ones too', async () => {
    expect(await most(false)).toBe(1);
  });
  test('runs safe calls at once', async () => {
    expect(await most(true)).toBe(3);
  });
});

describe('a call of a model', () => {
  const registry = new Registry();
  let context: ExecutionContext | undefined;
  registry.register(tool('echo'));
  registry.register(
    tool('fails', {
      execute: async (_, given) => {
        context = given;
        const error = { type: 'execution_error' as const, message: 'why' };
        return { success: false, llmContent: 'L', displayContent: 'D', error, metadata: { a: 1 } };
      },
    }),
  );

  test.each([
    [
      { name: 'echo', arguments: '{"a":' },
      {
        success: false,
        error: 'Invalid tool arguments: {"a":',
        displayContent: '❌ 无效的工具参数',
        llmContent: 'Error: Failed to parse tool arguments as JSON.',
      },
    ],
    [
      { name: 'x', arguments: '{}' },
      {
        success: false,
        error: 'Unknown tool: x',
        displayContent: '❌ 未知工具: x',
        llmContent: "Error: Tool 'x' not found.",
      },
    ],
    [
      { name: 'echo', arguments: '{"a":1}' },
      { success: true, displayContent: 'echo', llmContent: '{"a":1}' },
    ],
    [
      { name: 'fails', arguments: '{}' },
      { success: false, displayContent: 'D', llmContent: 'L', error: 'why', metadata: { a: 1 } },
    ],
  ])('A4.46 A4.47 %j', async (asked, answer) => {
    expect(await call(registry, new Schedule(), asked, { sessionId: 's' })).toEqual(answer);
  });

  test('A4.47 hands on session, signal and directory', async () => {
    const given = { sessionId: 's', signal: new AbortController().signal, cwd: '/w' };
    await call(registry, new Schedule(), { name: 'fails', arguments: '{}' }, given);
    expect(context).toBe(given);
  });
});
