import { expect, test, vi } from 'vitest';
import { Pool } from './pool.ts';
import type { SandboxProcess } from './sandbox-process.ts';

/** A pool whose sandboxes are there at once; `started` counts them. */
const counted = (size: number, standing?: number) => {
  let started = 0;
  const start = async () => {
    started += 1;
    const exited = new Promise<void>(() => undefined);
    return { pid: started, exited, kill: () => undefined } as unknown as SandboxProcess;
  };
  const pool = new Pool({ size, ...(standing && { standing }), start });
  return { pool, started: () => started };
};
const signal = new AbortController().signal;

test('as many start as should be ready, and more only for waiting calls', async () => {
  const { pool, started } = counted(3, 1);
  pool.fill();
  expect(started()).toBe(1);
  await vi.waitFor(() => expect(pool.pids()).toHaveLength(1));
  expect(await pool.take('a', signal)).toHaveProperty('sandbox');
  expect(started()).toBe(1);
  const second = await pool.take('b', signal);
  expect(second).toHaveProperty('sandbox');
  expect(started()).toBeGreaterThan(1);
});

test('no more start than the size, whatever should be ready', async () => {
  const { pool, started } = counted(1, 3);
  const first = await pool.take('a', signal);
  const waits = pool.take('b', signal);
  if (typeof first === 'object' && 'sandbox' in first) pool.giveBack(first.sandbox);
  expect(await waits).toEqual(first);
  expect(started()).toBe(1);
});
