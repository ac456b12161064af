import { afterEach, expect, test, vi } from 'vitest';
import type { Done } from '../../../../shared/registry/tool.ts';
import { unrun } from '../../../../shared/tool/run/ending.ts';
import { openDatabase } from '../../../platform/database.ts';
import { KEPT_MS, TaskStore } from '../../../store/tasks/task-store.ts';
import { HeldCall } from '../held-call.ts';
import { Tasks } from './tasks.ts';

afterEach(() => void vi.useRealTimers());

const fail = (error: unknown) => {
  throw error;
};
const history = { read: () => undefined };
const open = async () => new Tasks(new TaskStore(await openDatabase(':memory:'), fail), history);

const definition = { name: 'says' } as HeldCall['definition'];
const says = (text: string): Done => ({
  ending: unrun({ kind: 'finished', exitCode: 0 }),
  result: { success: true, llmContent: text, displayContent: text },
});
const callOf = (run: () => Promise<Done | undefined>) => new HeldCall({ definition }, 'says', run);

test('M30 a clock that is set back does not age a task, and does not delete its end first', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 10 * KEPT_MS });
  const tasks = (await open()).of('admin');
  for (let at = 0; at < 256; at += 1) {
    tasks.keep(callOf(async () => says(`${at}`)));
    // Its end is written before the loop of events turns.
    await new Promise((done) => setImmediate(done));
  }
  let end = (_: Done): void => undefined;
  const last = tasks.keep(callOf(() => new Promise<Done>((settle) => (end = settle))));
  vi.setSystemTime(10 * KEPT_MS - 60_000);
  const id = last?.taskId ?? '';
  const goingOn = tasks.get(id);
  expect(goingOn).toMatchObject({ status: 'working' });
  expect(goingOn?.ttlMs).toBeGreaterThanOrEqual(KEPT_MS);
  end(says('the last'));
  await vi.waitFor(() => expect(tasks.get(id)).toMatchObject({ status: 'completed' }));
  const over = tasks.get(id);
  expect(over?.ttlMs).toBeGreaterThanOrEqual(KEPT_MS);
  expect(Date.parse(over?.lastUpdatedAt ?? '')).toBe(Date.parse(over?.createdAt ?? ''));
});

test('M27 a call whose end cannot be written as JSON fails its task', async () => {
  const tasks = (await open()).of('admin');
  let deep: object = {};
  for (let at = 0; at < 100_000; at += 1) deep = { deep };
  const { ending, result } = says('deep');
  const metadata = { structuredContent: deep } as never;
  const task = tasks.keep(callOf(async () => ({ ending, result: { ...result, metadata } })));
  const error = { code: -32603 };
  const over = () => tasks.get(task?.taskId ?? '');
  await vi.waitFor(() => expect(over()).toMatchObject({ status: 'failed', error }));
});
