import { expect, test } from 'vitest';
import type { CallableTool } from './callable-tool.ts';
import { namedTools } from './mcp-server.ts';

const tool = (name: string, description = name): CallableTool => ({
  definition: { name, description, parameters: { type: 'object', properties: {} } },
  call: () => Promise.resolve(undefined),
});
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
])('M2 %j are told apart as %j', (names, told) => {
  const named = namedTools(names.map((name) => tool(name)));
  expect([...named.keys()].sort()).toEqual([...told].sort());
  expect(named.size).toBe(names.length);
  for (const [name, { declared, tool: found }] of named) {
    expect(declared).toMatchObject({ name, title: found.definition.name });
    if (names.includes(name)) expect(declared.title).toBe(name);
  }
});

test('M1 of two with one name the first is offered', () => {
  const named = namedTools([tool('a', 'first'), tool('a', 'second')]);
  expect([...named.values()].map(({ declared }) => declared.description)).toEqual(['first']);
});
