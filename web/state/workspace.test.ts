import { afterEach, expect, test, vi } from 'vitest';
import type { ToolSummary } from '../../shared/protocol/tools.ts';
import type { ToolKind } from '../../shared/tool/definition.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { Workspace } from './workspace.svelte.ts';

const unit = (id: string, kind: ToolKind): ToolSummary => ({
  ...{ source: 'authored', id, format: 'three-layer', category: 'custom', enabled: true },
  ...{ etag: '""', modifiedAt: 0, problems: [] },
  tools: [{ name: id, description: '', parameters: {}, kind }],
});

/** A runner that has these units; `planned` are the ids that it lists in plan mode. */
function runnerOf(units: ToolSummary[], planned: string[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (address: string) => {
    const { searchParams } = new URL(address, 'http://lathe');
    asked.push(searchParams.toString());
    const ids = searchParams.get('ids')?.split(',');
    const tools = units
      .filter(({ id }) => searchParams.get('mode') !== 'plan' || planned.includes(id))
      .filter(({ id }) => ids?.includes(id) ?? true);
    const list = { workspace: '/w', tools, total: tools.length, totalTools: 0, trash: [] };
    return Promise.resolve(Response.json(list));
  });
  return asked;
}
const idsOf = (tools: ToolSummary[]): string[] => tools.map(({ id }) => id);

afterEach(() => vi.unstubAllGlobals());

test('in plan mode the registry says what is listed; all of it stays known, and what is open open', async () => {
  const asked = runnerOf([unit('look', 'readonly'), unit('make', 'write')], ['look']);
  let isPlan = true;
  const workspace = new Workspace(() => isPlan);
  workspace.put('make', { 'execution.sh': 'echo' });
  await workspace.refresh();
  expect(asked.sort()).toEqual(['', 'mode=plan']);
  expect(idsOf(workspace.listed)).toEqual(['look']);
  expect(idsOf(workspace.tools)).toEqual(['look', 'make']);
  await workspace.follow(['make']);
  expect(workspace.openIds).toEqual(['make']);
  isPlan = false;
  await workspace.plan();
  expect(idsOf(workspace.listed)).toEqual(['look', 'make']);
  expect(asked.filter((query) => query.includes('plan'))).toHaveLength(2);
});

test('a tool that becomes read-only joins the list of plan mode', async () => {
  const units = [unit('look', 'readonly'), unit('make', 'write')];
  const planned = ['look'];
  runnerOf(units, planned);
  const workspace = new Workspace(() => true);
  await workspace.refresh();
  planned.push('make');
  await workspace.follow(['make']);
  expect(idsOf(workspace.listed)).toEqual(['look', 'make']);
});

test('without plan mode nobody asks for its list', async () => {
  const asked = runnerOf([unit('look', 'readonly'), unit('make', 'write')], ['look']);
  const workspace = new Workspace();
  await workspace.refresh();
  expect(asked).toEqual(['']);
  expect(idsOf(workspace.listed)).toEqual(['look', 'make']);
});

test('until the registry answers, tools that say themselves that they are read-only are listed', async () => {
  runnerOf([unit('look', 'readonly'), unit('make', 'write')], []);
  let isPlan = false;
  const workspace = new Workspace(() => isPlan);
  await workspace.refresh();
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  isPlan = true;
  await workspace.plan();
  expect(idsOf(workspace.listed)).toEqual(['look']);
});

test('a tool that is asked for before the last one is back stays the one that opens', async () => {
  const folder = (id: string) => ({ id, etag: '"1"', files: { 'execution.sh': 'echo' } });
  const list = { workspace: '/w', tools: [], total: 0, totalTools: 0, trash: [] };
  vi.stubGlobal('fetch', (address: string) => {
    const id = /\/api\/tools\/(\w+)/.exec(address)?.[1];
    const units = [unit('last', 'readonly'), unit('asked', 'readonly')];
    return Promise.resolve(Response.json(id ? folder(id) : { ...list, tools: units }));
  });
  const workspace = new Workspace();
  let overruled = 0;
  const loading = workspace.load('last', () => (overruled += 1));
  void workspace.open('asked');
  await loading;
  await workspace.opening;
  expect([workspace.openId, overruled]).toEqual(['asked', 1]);

  const untouched = new Workspace();
  await untouched.load('last', () => (overruled += 1));
  expect([untouched.openId, overruled]).toEqual(['last', 1]);
});

test('what came while nobody told us is listed once the whole is followed', async () => {
  const units = [unit('old', 'readonly')];
  runnerOf(units, []);
  const workspace = new Workspace();
  await workspace.refresh();
  units.push(unit('meanwhile', 'write'));
  await workspace.follow();
  expect(idsOf(workspace.listed)).toEqual(['old', 'meanwhile']);
});

test('a list that was asked for first and comes last takes nothing back', async () => {
  const answers: ((units: ToolSummary[]) => void)[] = [];
  const list = { workspace: '/w', total: 0, totalTools: 0, trash: [] };
  vi.stubGlobal(
    'fetch',
    () =>
      new Promise((answer) => answers.push((tools) => answer(Response.json({ ...list, tools })))),
  );
  const workspace = new Workspace();
  const [first, second] = [workspace.refresh(), workspace.refresh(['new'])];
  answers[1]?.([unit('new', 'write')]);
  await second;
  answers[0]?.([unit('old', 'readonly')]);
  await vi.waitFor(() => expect(answers).toHaveLength(3));
  expect(idsOf(workspace.tools)).toEqual(['new']);
  answers[2]?.([unit('new', 'write'), unit('old', 'readonly')]);
  expect(await first).toBe(true);
  expect(idsOf(workspace.tools)).toEqual(['new', 'old']);
});

test('why a tool cannot be read is said, once the person has not gone on', async () => {
  const error = { code: 'broken', message: 'Lathe failed' };
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ error }, { status: 500 })));
  toasts.all = [];
  const workspace = new Workspace();
  const left = workspace.open('left');
  expect([await workspace.open('asked'), await left]).toEqual([false, false]);
  expect(toasts.all.map(({ tone, text }) => [tone, text])).toEqual([
    ['err', expect.stringContaining('Lathe failed')],
  ]);
});

test('what the person opens need not wait for what was open at the last visit', async () => {
  const list = { workspace: '/w', total: 0, totalTools: 0, trash: [] };
  const tools = [unit('last', 'readonly'), unit('asked', 'readonly')];
  vi.stubGlobal('fetch', (address: string) => {
    const id = /\/api\/tools\/(\w+)/.exec(address)?.[1];
    if (id === 'last') return new Promise(() => undefined);
    return Promise.resolve(Response.json(id ? { id, etag: '"1"', files: {} } : { ...list, tools }));
  });
  const workspace = new Workspace();
  const loading = workspace.load('last');
  await vi.waitFor(() => expect(workspace.isOpening).toBe(true));
  expect(await workspace.open('asked')).toBe(true);
  await loading;
  expect([workspace.openId, workspace.loaded, workspace.isOpening]).toEqual(['asked', true, false]);
});

/** A runner whose tool `a` stands on disk as these files. */
function diskWith(etag: string, text: string): void {
  const list = { workspace: '/w', total: 0, totalTools: 0, trash: [] };
  const tools = [{ ...unit('a', 'write'), etag }];
  vi.stubGlobal('fetch', (address: string) => {
    const isRead = address.startsWith('/api/tools/a');
    const folder = { id: 'a', etag, files: { 'execution.sh': text } };
    return Promise.resolve(Response.json(isRead ? folder : { ...list, tools }));
  });
}

test.each([
  { what: 'as the draft is', disk: 'mine', dirty: false, outside: undefined, base: '"2"' },
  { what: 'as it was', disk: 'old', dirty: true, outside: undefined, base: '"2"' },
  { what: 'otherwise', disk: 'theirs', dirty: true, outside: '"2"', base: '"1"' },
])('of another revision that is $what', async ({ disk, dirty, outside, base }) => {
  const workspace = new Workspace();
  const old = { id: 'a', etag: '"1"', files: { 'execution.sh': 'old' } };
  workspace.put('a', { 'execution.sh': 'mine' }, old);
  diskWith('"2"', disk);
  await workspace.follow(['a']);
  const draft = workspace.draft('a');
  expect(draft?.files).toEqual({ 'execution.sh': 'mine' });
  expect([draft?.dirty, draft?.outside?.etag, draft?.base?.etag]).toEqual([dirty, outside, base]);
});

test('a folder that was gone and is back is not gone, and one that never was is not either', async () => {
  const workspace = new Workspace();
  const old = { id: 'a', etag: '"1"', files: { 'execution.sh': 'old' } };
  workspace.put('a', { 'execution.sh': 'mine' }, old);
  workspace.put('new', { 'execution.sh': 'never saved' });
  runnerOf([], []);
  await workspace.follow();
  expect([workspace.draft('a')?.gone, workspace.draft('new')?.gone]).toEqual([true, false]);
  diskWith('"1"', 'old');
  await workspace.follow();
  expect(workspace.draft('a')?.gone).toBe(false);
});

test('what was read before a save of this page says nothing of the disk after it', async () => {
  const workspace = new Workspace();
  const old = { id: 'a', etag: '"1"', files: { 'execution.sh': 'old' } };
  workspace.put('a', { 'execution.sh': 'mine' }, old);
  diskWith('"2"', 'theirs');
  const before = fetch;
  vi.stubGlobal('fetch', async (address: string) => {
    const answer = await before(address);
    if (!address.startsWith('/api/tools/a')) return answer;
    diskWith('"3"', 'mine');
    workspace.settle({ ...old, etag: '"3"', files: { 'execution.sh': 'mine' } });
    workspace.edit('a', 'execution.sh', 'mine, and more');
    return answer;
  });
  await workspace.follow(['a']);
  const draft = workspace.draft('a');
  expect([draft?.outside, draft?.base?.etag]).toEqual([undefined, '"3"']);
});
