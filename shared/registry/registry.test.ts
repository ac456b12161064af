import { describe, expect, test } from 'vitest';
import { describe as describeTool } from './define/create-tool.ts';
import { Registry, type RegistryEvent } from './registry.ts';
import { placeOf, type Unit } from './registry-view.ts';
import type { Tool } from './tool.ts';

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
const unit = (id: string, tools: Tool[], more: Partial<Unit> = {}): Unit => ({
  ...{ id, source: 'authored', group: id, hash: '1', tools },
  ...more,
});
const names = (found: readonly { tool: Tool }[]) => found.map((one) => one.tool.name);
const reads: Partial<Tool> = { kind: 'readonly', isReadOnly: true };

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
  test('a name of several tools belongs to the first one, by source and then by id', () => {
    const registry = new Registry();
    registry.put(unit('b', [tool('x')]));
    registry.put(unit('found:c', [tool('x')], { source: 'external' }));
    registry.put(unit('a', [tool('x')]));
    expect(registry.get('x')?.unit.id).toBe('a');
    expect(registry.units().map(({ id }) => id)).toEqual(['a', 'b', 'found:c']);
    registry.put(unit('builtin:x', [tool('x')], { source: 'builtin' }));
    expect(registry.get('x')?.unit.id).toBe('builtin:x');
    expect(registry.conflicts()).toEqual([
      {
        name: 'x',
        kept: { id: 'builtin:x', source: 'builtin' },
        refused: [
          { id: 'a', source: 'authored' },
          { id: 'b', source: 'authored' },
          { id: 'found:c', source: 'external' },
        ],
        message: "工具 'x' 已注册",
      },
    ]);
    registry.remove('builtin:x');
    registry.remove('a');
    registry.remove('b');
    expect(registry.get('x')?.unit.id).toBe('found:c');
    expect(registry.conflicts()).toEqual([]);
  });

  test('a tool that is turned off has no name; the next one gets it', () => {
    const off = new Set(['a']);
    const registry = new Registry(({ id }) => !off.has(id));
    registry.put(unit('a', [tool('x')]));
    registry.put(unit('b', [tool('x')]));
    expect(registry.get('x')?.unit.id).toBe('b');
    off.clear();
    expect(registry.get('x')?.unit.id).toBe('b');
    registry.touch();
    expect(registry.get('x')?.unit.id).toBe('a');
    expect(['x', 'y'].map((name) => registry.has(name))).toEqual([true, false]);
    const other = unit('b', []);
    expect(registry.isOn(other, tool('x'))).toBe(true);
    off.add('b');
    expect(registry.isOn(other, tool('x'))).toBe(false);
  });

  test('tells listeners what was registered, changed and removed, until they stop', () => {
    const registry = new Registry();
    const seen: string[] = [];
    let told = 0;
    const note = (events: readonly RegistryEvent[]) => {
      told += 1;
      seen.push(
        ...events.map(({ seq, type, unit: id, tool: name }) => `${seq} ${type} ${id} ${name}`),
      );
    };
    const stop = registry.on(note);
    registry.put(unit('a', [tool('x'), tool('y')]));
    const kept = unit('a', [tool('y'), tool('z')], { hash: '2' });
    registry.put(kept);
    registry.put(kept);
    registry.put({ ...kept });
    registry.replace('authored', [kept]);
    expect(told).toBe(2);
    stop();
    expect(registry.remove('a')).toBe(true);
    expect(registry.remove('a')).toBe(false);
    expect(seen).toEqual([
      '1 toolRegistered a x',
      '2 toolRegistered a y',
      '3 toolUnregistered a x',
      '4 toolChanged a y',
      '5 toolRegistered a z',
    ]);
    expect(registry.events.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test.each([
    [2000, 1],
    [2001, 1002],
    [3002, 2003],
  ])('of %i events keeps those from number %i', (count, first) => {
    const registry = new Registry();
    for (let at = 0; at < count; at += 1) registry.put(unit('a', [tool('x')], { hash: `${at}` }));
    expect(registry.events.map(({ seq }) => seq).slice(0, 1)).toEqual([first]);
    expect(registry.events.length).toBe(count - first + 1);
    expect(registry.events.at(-1)?.seq).toBe(count);
  });

  test('changes its revision exactly if a list can differ', () => {
    const registry = new Registry();
    const seen = [registry.revision];
    const after = (change: () => unknown) => {
      change();
      seen.push(registry.revision);
    };
    const one = unit('a', [tool('x')]);
    after(() => registry.put(one));
    after(() => registry.touch());
    after(() => registry.put(unit('b', [])));
    after(() => registry.touch());
    after(() => registry.remove('b'));
    expect(new Set(seen).size).toBe(seen.length);
    const last = registry.revision;
    registry.put(one);
    expect([registry.revision, registry.unit('a')]).toEqual([last, one]);
    expect(registry.unit('b')).toBeUndefined();
  });

  test('replaces the units of one source, and no others', () => {
    const registry = new Registry();
    registry.put(unit('a', [tool('x')]));
    registry.replace('external', [unit('found:1', [tool('p')], { source: 'external' })]);
    registry.replace('external', [unit('found:2', [tool('q')], { source: 'external' })]);
    expect(registry.units().map(({ id }) => id)).toEqual(['a', 'found:2']);
    expect(registry.size).toBe(2);
  });

  test('offers each name once; in plan mode only read-only tools', () => {
    const registry = new Registry();
    registry.put(unit('a', [tool('r', reads), tool('w')]));
    registry.put(unit('b', [tool('r', reads)]));
    expect(names(registry.getAll())).toEqual(['r', 'w', 'r']);
    expect(names(registry.offered())).toEqual(['r', 'w']);
    expect(names(registry.offered('plan'))).toEqual(['r']);
    expect(registry.offered()).toBe(registry.offered());
  });

  test('keeps an unlisted tool without offering it', () => {
    const registry = new Registry();
    const definition = { name: 'h', description: '', parameters: {}, unlisted: true };
    registry.put(unit('a', [tool('h', { definition })]));
    expect(names(registry.getAll())).toEqual(['h']);
    expect(registry.get('h')).toBeUndefined();
  });

  const shelf = () => {
    const registry = new Registry();
    registry.put(
      unit('geo', [
        tool('area', { displayName: 'Surface', tags: ['math', 'shape'], category: 'Sums' }),
        tool('路径', { ...reads, description: { short: 'Finds a PATH' } }),
      ]),
    );
    registry.put(unit('builtin:Read', [tool('Read', reads)], { source: 'builtin' }));
    return registry;
  };
  test.each([
    [{ q: '' }, ['Read', 'area', '路径']],
    [{ q: 'SURFACE' }, ['area']],
    [{ q: 'path' }, ['路径']],
    [{ q: '路' }, ['路径']],
    [{ q: 'shape' }, ['area']],
    [{ q: 'sums about' }, ['area']],
    [{ q: 'geo' }, ['area', '路径']],
    [{ q: ' surface  math ' }, ['area']],
    [{ q: 'surface read' }, []],
    [{ tag: 'math' }, ['area']],
    [{ tag: 'mat' }, []],
    [{ category: 'Sums' }, ['area']],
    [{ category: 'custom' }, ['路径']],
    [{ category: 'builtin' }, ['Read']],
    [{ source: 'builtin' }, ['Read']],
    [{ mode: 'plan' as const }, ['Read', '路径']],
    [{ mode: 'plan' as const, q: 'geo' }, ['路径']],
  ])('finds by %j %j', (query, found) => {
    expect(names(shelf().find(query))).toEqual(found);
  });

  test('places sort as units do', () => {
    const places = shelf().units().map(placeOf);
    expect(places).toEqual([...places].sort());
  });
});
