import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toasts } from '../../parts/toasts.svelte.ts';
import { draftStore } from '../../storage/draft-store.ts';
import { Workspace } from '../workspace.svelte.ts';
import { restoreDrafts } from './restore-drafts.ts';

type Kept = Awaited<ReturnType<typeof draftStore.all>>;

/** What the browser answers to the question for drafts, once it does. */
let answer: (drafts: Kept) => void = () => undefined;
const texts = (): string[] => toasts.all.map(({ text }) => text);
const files = (code: string) => ({ 'execution.sh': code });
const disk = (id: string) => ({ id, etag: '"1"', files: files('disk') });

beforeEach(() => {
  toasts.all = [];
  vi.useFakeTimers();
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  vi.spyOn(draftStore, 'all').mockReturnValue(new Promise((done) => (answer = done)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('a browser that answers gives the drafts, and nothing is said', async () => {
  const workspace = new Workspace();
  const restoring = restoreDrafts(workspace);
  answer([{ id: 'a', files: files('mine'), base: disk('a') }]);
  await restoring;
  expect(workspace.draft('a')?.files).toEqual(files('mine'));
  expect([workspace.areDraftsRefused, texts(), vi.getTimerCount()]).toEqual([false, [], 0]);
});

test('a browser that refuses is told of at once', async () => {
  const workspace = new Workspace();
  const restoring = restoreDrafts(workspace);
  answer(undefined);
  await restoring;
  expect([workspace.areDraftsRefused, texts()]).toEqual([true, [expect.stringMatching(/^Drafts/)]]);
});

test('a browser that does not answer holds nothing up, and what it gives later is brought back', async () => {
  const workspace = new Workspace();
  const restoring = restoreDrafts(workspace);
  vi.runOnlyPendingTimers();
  await restoring;
  expect(workspace.keepsDrafts).toBe(false);
  expect(texts()).toEqual([expect.stringMatching(/at the moment/)]);

  workspace.put('clean', files('disk'), disk('clean'));
  const keep = vi.spyOn(draftStore, 'keep');
  workspace.put('edited', files('edited since'), disk('edited'));
  answer(['clean', 'edited', 'shut'].map((id) => ({ id, files: files('mine'), base: disk(id) })));
  await vi.waitFor(() => expect(workspace.areDraftsRefused).toBe(false));
  expect(texts()).toEqual([]);
  const held = workspace.openIds.map((id) => [id, workspace.draft(id)?.files['execution.sh']]);
  expect(held.toSorted()).toEqual([
    ['clean', 'mine'],
    ['edited', 'edited since'],
    ['edited_2', 'mine'],
    ['shut', 'mine'],
  ]);
  expect(workspace.draft('clean')?.base?.etag).toBe('"1"');
  // A clean folder that is put into the page drops what the browser kept of it.
  const kept = keep.mock.calls.map(([, draft]) => [draft.id, draft.files['execution.sh']]);
  expect(kept).toContainEqual(['clean', 'mine']);
});
