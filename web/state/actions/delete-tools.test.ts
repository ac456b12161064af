import { afterEach, expect, test, vi } from 'vitest';
import { toasts } from '../../parts/toasts.svelte.ts';
import { Workspace } from '../workspace.svelte.ts';
import { sayDeleted } from './delete-tools.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['opens what was open', undefined, 'deleted'],
  ['stays where the person went meanwhile', 'other', 'other'],
])('undo of a deletion %s', async (_what, opened, shown) => {
  const list = { workspace: '/w', tools: [], total: 0, totalTools: 0, trash: [] };
  let release = (): void => undefined;
  const held = new Promise<void>((done) => (release = done));
  vi.stubGlobal('fetch', () => held.then(() => Response.json(list)));
  const files = { 'execution.sh': 'echo' };
  const workspace = new Workspace();
  workspace.put('first', files);
  workspace.put('other', files);
  await workspace.open('first');
  sayDeleted(
    workspace,
    [{ id: 'deleted', key: undefined, draft: files, enabled: false, given: {} }],
    'deleted',
  );
  toasts.all.at(-1)?.action?.run();
  if (opened) await workspace.open(opened);
  release();
  await vi.waitFor(() => expect(workspace.name).toBe('/w'));
  await workspace.opening;
  expect(workspace.openIds).toContain('deleted');
  expect(workspace.openId).toBe(shown);
});
