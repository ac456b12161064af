import { afterEach, expect, test, vi } from 'vitest';
import type { Folder } from '../../../shared/tool/folder.ts';
import { toasts } from '../../parts/toasts.svelte.ts';
import { Workspace } from '../workspace.svelte.ts';
import type { Conflict } from './tool-draft.svelte.ts';
import { ToolSaves } from './tool-saves.ts';

const list = { workspace: '/w', tools: [], total: 0, totalTools: 0, trash: [] };
const code = (text: string): Folder => ({ 'execution.sh': text });

/** A runner that holds one folder and saves over the revision that it has; a save waits for its `answer`. */
function runnerWith(disk: { id: string; etag: string; files: Folder }) {
  const saves: string[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', async (address: string, sent?: RequestInit) => {
    if (sent?.method !== 'PUT')
      return Response.json(
        new URL(address, 'http://lathe').pathname === '/api/tools' ? list : disk,
      );
    const { files } = JSON.parse(String(sent.body)) as { files: Folder };
    saves.push(String(files['execution.sh']));
    const isHis = new Headers(sent.headers).get('If-Match') === disk.etag;
    if (isHis) Object.assign(disk, { etag: `"${saves.length + 1}"`, files });
    const answer = structuredClone(disk);
    await new Promise<void>((done) => waiting.push(done));
    const error = { code: 'conflict', message: 'It has changed' };
    return isHis
      ? Response.json(answer)
      : Response.json({ error, mine: files, theirs: answer }, { status: 412 });
  });
  return { saves, waiting, answer: () => waiting.splice(0).forEach((one) => one()) };
}

function pageOf(id: string, etag: string, base: string, draft: string) {
  const asked: Conflict[] = [];
  const workspace = new Workspace();
  workspace.put(id, code(draft), { id, etag, files: code(base) });
  return { workspace, asked, saves: new ToolSaves(workspace, (one) => asked.push(one)) };
}

afterEach(() => {
  vi.unstubAllGlobals();
  toasts.all = [];
});

test('saving again before the answer has come is one save', async () => {
  const runner = runnerWith({ id: 'a', etag: '"1"', files: code('old') });
  const { saves, asked } = pageOf('a', '"1"', 'old', 'new');
  const asks = [saves.save('a'), saves.save('a'), saves.save('a')];
  await vi.waitFor(() => expect(runner.waiting).toHaveLength(1));
  runner.answer();
  expect(await Promise.all(asks)).toEqual([true, true, true]);
  expect([runner.saves, asked]).toEqual([['new'], []]);
});

test('what was written meanwhile is saved after it, over the revision that it made', async () => {
  const runner = runnerWith({ id: 'a', etag: '"1"', files: code('old') });
  const { saves, workspace, asked } = pageOf('a', '"1"', 'old', 'new');
  const first = saves.save('a');
  await vi.waitFor(() => expect(runner.waiting).toHaveLength(1));
  workspace.edit('a', 'execution.sh', 'newer');
  const second = saves.save('a');
  runner.answer();
  expect(await first).toBe(true);
  await vi.waitFor(() => expect(runner.waiting).toHaveLength(1));
  runner.answer();
  expect(await second).toBe(true);
  expect([runner.saves, asked]).toEqual([['new', 'newer'], []]);
  expect(workspace.draft('a')?.dirty).toBe(false);
});

test('a save that fails says so once, however often it was asked for', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')));
  const { saves } = pageOf('a', '"1"', 'old', 'new');
  expect(await Promise.all([saves.save('a'), saves.save('a')])).toEqual([false, false]);
  expect(toasts.all).toHaveLength(1);
});

test.each([
  ['what the draft says is no conflict', 'new', []],
  ['what the edits began from is saved over', 'old', ['new', 'new']],
])('another revision on disk: %s', async (_what, onDisk, sent) => {
  const runner = runnerWith({ id: 'a', etag: '"7"', files: code(onDisk) });
  const { saves, workspace, asked } = pageOf('a', '"1"', 'old', 'new');
  const saving = saves.save('a');
  for (const at of sent.length > 0 ? sent.keys() : [0]) {
    await vi.waitFor(() => expect(runner.saves).toHaveLength(at + 1));
    await vi.waitFor(() => expect(runner.waiting).toHaveLength(1));
    runner.answer();
  }
  expect([await saving, asked, workspace.draft('a')?.dirty]).toEqual([true, [], false]);
});

test('a state that is neither is asked about, and stays to be compared', async () => {
  const runner = runnerWith({ id: 'a', etag: '"7"', files: code('theirs') });
  const { saves, workspace, asked } = pageOf('a', '"1"', 'old', 'new');
  const saving = saves.save('a');
  await vi.waitFor(() => expect(runner.waiting).toHaveLength(1));
  runner.answer();
  expect([await saving, asked.length]).toEqual([false, 1]);
  expect(workspace.draft('a')?.outside?.etag).toBe('"7"');
  workspace.edit('a', 'execution.sh', 'theirs');
  expect([await saves.save('a'), asked.length]).toEqual([true, 1]);
});
