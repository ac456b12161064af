import { afterEach, expect, test, vi } from 'vitest';
import type { RunQuestion as Asked } from '../../shared/protocol/events.ts';
import type { AuthoredTool } from '../../shared/tool/toolset.ts';
import { toasts } from '../parts/toasts.svelte.ts';
import { Run } from './run.svelte.ts';

vi.mock('./run-here.ts', () => {
  throw new Error('gone');
});
afterEach(() => vi.unstubAllGlobals());

test('a run in the page whose part cannot be fetched ends, and says why', async () => {
  const run = new Run(
    () => undefined,
    () => 'greet/greet',
  );
  const here = {} as AuthoredTool;
  await run.start({ toolId: 'greet', tool: 'greet', folder: {}, arguments: {}, here });
  expect([run.state, run.failure]).toEqual(['ended', { type: 'offline' }]);
});

test.each([
  ['stays where it did not arrive', () => Promise.reject(new TypeError('offline')), 1],
  ['is gone once it arrived', () => Promise.resolve(new Response(null, { status: 204 })), 0],
  [
    'is gone where nobody knows it any more',
    () => Promise.resolve(Response.json({ error: { code: 'x', message: '' } }, { status: 404 })),
    0,
  ],
])('a question of a tool that is answered %s', async (_what, answered, left) => {
  vi.stubGlobal('fetch', answered);
  const run = new Run(() => undefined);
  const ask: Asked['ask'] = { kind: 'confirm', title: 'Go on?', message: '' };
  const question: Asked = { id: 'q', runId: 'r', tool: 'greet', ask, expiresAt: 0 };
  run.questions = [question];
  const before = toasts.all.length;
  await run.answer(question, true);
  expect(run.questions).toHaveLength(left);
  if (left > 0) expect(toasts.all.length).toBe(before + 1);
});
