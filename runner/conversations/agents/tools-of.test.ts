import { expect, test } from 'vitest';
import { createTool } from '../../../shared/registry/define/create-tool.ts';
import { Registry } from '../../../shared/registry/registry.ts';
import type { ToolSource } from '../../../shared/protocol/tools.ts';
import { z } from 'zod';
import { toolsOf } from './tools-of.ts';

const tool = (name: string, kind: 'readonly' | 'execute' = 'execute') =>
  createTool({
    ...{ name, kind, schema: z.object({}), description: { short: name } },
    execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
  });
const registry = new Registry();
const rows: [source: ToolSource, id: string, names: string[]][] = [
  ['mcp', 'mcp:files', ['remote', 'Read']],
  ['builtin', 'builtin:Read', ['Read']],
  ['authored', 'calc', ['calc']],
  ['external', 'mcp:odd', ['odd']],
];
for (const [source, id, names] of rows) {
  const tools = names.map((name) => tool(name, name === 'Read' ? 'readonly' : 'execute'));
  registry.put({ id, source, group: id, hash: id, tools });
}

test.each([
  ['all, remote ones last and none twice', {}, 'admin', ['Read', 'calc', 'odd', 'remote']],
  ['those that it names', { tools: ['remote', 'calc', 'gone'] }, 'page', ['calc', 'remote']],
  ['itself where it names itself', { tools: ['me'] }, 'page', []],
  ['what only reads in plan mode', { mode: 'plan' }, 'page', ['Read']],
  ['built-in ones for whoever sees no others', {}, 'user', ['Read']],
] as const)('A3.19 an agent has %s', (_, given, caller, names) => {
  const agent = { tools: 'all' as const, ...given } as Parameters<typeof toolsOf>[0];
  expect(toolsOf(agent, registry, { name: 'me', caller })).toEqual(names);
});

test('A3.19 an agent with all tools does not get itself', () => {
  const names = toolsOf({ tools: 'all' }, registry, { name: 'calc', caller: 'page' });
  expect(names).not.toContain('calc');
});
