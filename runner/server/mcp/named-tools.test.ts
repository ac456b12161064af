import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTool } from '../../../shared/registry/define/create-tool.ts';
import { Registry } from '../../../shared/registry/registry.ts';
import { namedTools } from './named-tools.ts';

/** What a registry offers that has these tools, each in a unit of its own. */
function offered(tools: readonly { name: string; short?: string }[]) {
  const registry = new Registry();
  tools.forEach(({ name, short = name }, at) => {
    const tool = createTool({
      ...{ name, kind: 'execute', schema: z.object({}), description: { short } },
      execute: async () => ({ success: true, llmContent: '', displayContent: '' }),
    });
    const id = `unit_${String(at).padStart(3, '0')}`;
    registry.put({ id, source: 'authored', group: id, hash: '', tools: [tool] });
  });
  return registry.offered();
}
const long = 'é'.repeat(200);
const cut = '_'.repeat(128);

test.each([
  [
    ['a', 'b'],
    ['a', 'b'],
  ],
  // A name that fits is never another's, whichever comes first.
  [
    ['加法', '__', '减法'],
    ['__', '___2', '___3'],
  ],
  [
    ['a b', 'a_b', 'a:b', 'a_b_2'],
    ['a_b', 'a_b_2', 'a_b_3', 'a_b_4'],
  ],
  [
    [long, `${long}x`],
    [cut, `${cut.slice(0, 126)}_2`],
  ],
])('M2 %j get the names %j', (names, told) => {
  const named = namedTools(offered(names.map((name) => ({ name }))));
  expect([...named.keys()].sort()).toEqual([...told].sort());
  expect(named.size).toBe(names.length);
  for (const [name, { declared, one }] of named) {
    expect(declared).toMatchObject({ name, title: one.definition.name });
    if (names.includes(name)) expect(declared.title).toBe(name);
  }
});

test('M1 of two tools with one name the first is offered', () => {
  const twins = [
    { name: 'a', short: 'first' },
    { name: 'a', short: 'second' },
  ];
  const named = namedTools(offered(twins));
  expect([...named.values()].map(({ declared }) => declared.description)).toEqual(['first']);
});
