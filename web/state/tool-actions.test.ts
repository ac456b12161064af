import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '../parts/toasts.svelte.ts';
import { ToolActions } from './tool-actions.ts';
import { Workspace } from './workspace.svelte.ts';

const tool = { id: 'a', etag: '"1"', files: { 'execution.sh': 'old' } };

/** A runner that keeps `a`; its first save waits, and a deletion must name the revision that the disk holds. */
function runner() {
  let etag = tool.etag;
  let answer = (): void => undefined;
  const held = new Promise<void>((done) => (answer = done));
  const removed: string[] = [];
  vi.stubGlobal('fetch', async (address: string, { method, headers }: RequestInit = {}) => {
    const { pathname } = new URL(address, 'http://lathe');
    const id = pathname.split('/').at(-1) ?? '';
    if (method === 'PUT' && id === 'a') {
      etag = '"2"';
      await held;
    }
    if (method === 'PUT') return Response.json({ ...tool, id, etag });
    if (method === 'DELETE') removed.push(`${id} ${new Headers(headers).get('If-Match')}`);
    if (method === 'DELETE') return Response.json({ id, deletedAt: 0, key: 'k' });
    const row = { id: 'a', etag, language: 'bash', tools: [], problems: [], enabled: true };
    return Response.json({ workspace: '/w', tools: [row], total: 1, totalTools: 1, trash: [] });
  });
  return { removed, answer: () => answer() };
}

afterEach(() => {
  vi.unstubAllGlobals();
  toasts.all = [];
});

test('a tool that is renamed while it is saved leaves nothing under its old name', async () => {
  const { removed, answer } = runner();
  const workspace = new Workspace();
  workspace.put('a', { 'execution.sh': 'new' }, tool);
  const actions = new ToolActions(
    workspace,
    () => undefined,
    () => undefined,
  );
  const saving = actions.save('a');
  const renaming = actions.rename('a', 'b');
  answer();
  expect(await saving).toBe(true);
  expect(await renaming).toBe(true);
  expect(removed).toEqual(['a "2"']);
  expect(workspace.openIds).toEqual(['b']);
});
