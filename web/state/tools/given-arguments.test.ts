import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Reading } from '../reading.svelte.ts';
import { ToolActions } from '../tool-actions.ts';
import { Workspace } from '../workspace.svelte.ts';

const tool = (id: string) => ({
  'definition.json': JSON.stringify({
    ...{ id, description: 'Greets', category: 'custom' },
    parameters: { type: 'object', properties: { who: { type: 'string' } } },
  }),
  'execution.sh': 'echo {who}',
});

const unit = (id: string) => ({
  ...{ source: 'authored', id, format: 'three-layer', category: 'custom', enabled: false },
  ...{ etag: '"1"', modifiedAt: 0, problems: [], tools: [] },
});

/** A page of this browser over a runner that saves and deletes whatever it is asked to. */
function page() {
  const workspace = new Workspace();
  const reading = new Reading(workspace);
  const actions = new ToolActions(workspace, () => undefined);
  const open = async (id: string) => {
    if (!workspace.draft(id)) await actions.create(id, tool(id));
    await workspace.open(id);
  };
  return {
    workspace,
    actions,
    open,
    async give(id: string, who: string) {
      await open(id);
      reading.give({ who });
    },
    async given(id: string) {
      await open(id);
      return reading.arguments['who'];
    },
  };
}

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
  });
  const there = new Set<string>();
  vi.stubGlobal('fetch', (address: string, sent?: RequestInit) => {
    const { pathname } = new URL(address, 'http://lathe');
    const [, , place, id = ''] = pathname.split('/');
    if (sent?.method === 'DELETE') there.delete(id);
    else if (id !== '' && (sent?.method === 'PUT' || place === 'trash')) there.add(id);
    const folder = { id, key: id, etag: '"1"', files: tool(id) };
    const list = { workspace: '/w', tools: [...there].map(unit), total: 0, totalTools: 0 };
    return Promise.resolve(Response.json(id === '' ? { ...list, trash: [] } : folder));
  });
});
afterEach(() => vi.unstubAllGlobals());

test('a new tool takes over no arguments of one that had its name, and undo brings them back', async () => {
  const { workspace, actions, give, given } = page();
  await give('greet', 'Ada');
  await actions.remove('greet');
  expect(await given('greet')).not.toBe('Ada');
  await give('greet', 'Bob');
  await actions.remove('greet');
  expect(await page().given('greet')).not.toBe('Bob');
  const { toasts } = await import('../../parts/toasts.svelte.ts');
  toasts.all.at(-1)?.action?.run();
  await vi.waitFor(() => expect(workspace.draft('greet')).toBeDefined());
  await workspace.opening;
  expect(await given('greet')).toBe('Bob');
});

test('a renamed tool keeps its arguments', async () => {
  const { actions, give, given } = page();
  await give('greet', 'Ada');
  await actions.rename('greet', 'welcome');
  expect(await given('welcome')).toBe('Ada');
  expect(await given('greet')).not.toBe('Ada');
});

test('two pages remember the arguments of both', async () => {
  const [one, other] = [page(), page()];
  await one.give('greet', 'Ada');
  await other.give('welcome', 'Bob');
  const next = page();
  next.workspace.put('greet', tool('greet'));
  next.workspace.put('welcome', tool('welcome'));
  expect([await next.given('greet'), await next.given('welcome')]).toEqual(['Ada', 'Bob']);
});

test('of many, those that were given last are remembered', async () => {
  const { give } = page();
  for (let at = 0; at < 30; at++) await give(`tool_${at}`, 'early');
  await give('tool_0', 'late');
  await give('tool_30', 'last');
  const next = page();
  for (const id of ['tool_0', 'tool_1', 'tool_30']) next.workspace.put(id, tool(id));
  expect(await next.given('tool_0')).toBe('late');
  expect(await next.given('tool_1')).not.toBe('early');
  expect(await next.given('tool_30')).toBe('last');
});
