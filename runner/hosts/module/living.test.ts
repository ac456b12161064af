import { afterEach, expect, test, vi } from 'vitest';
import { Living, type Started } from './living.ts';

afterEach(() => void vi.useRealTimers());

test('a module that is put to sleep during a call leaves nothing to wait for', async () => {
  vi.useFakeTimers();
  let kill = () => undefined as void;
  const exited = new Promise<void>((end) => (kill = end));
  const started = { loaded: { listens: false }, call: undefined, kill, exited };
  const living = new Living({ most: 1, idleMs: 300_000 });
  const used = living.use(
    'key',
    'folder',
    async () => started as unknown as Started,
    () => exited,
  );
  await living.sleep();
  await used;
  // The time for its farewell is over.
  vi.advanceTimersByTime(1000);
  expect(vi.getTimerCount()).toBe(0);
});
