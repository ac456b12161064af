import { FairQueue } from '../../../shared/tool/turns.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface PoolOptions {
  /** How many sandboxes stand ready or work. */
  size: number;
  /** How many calls may wait. */
  queue: number;
  start(): Promise<SandboxProcess | { error: string }>;
}

export type Turn = { sandbox: SandboxProcess } | { refused: string } | 'cancelled';

/** Sandboxes that stand ready. Whoever takes one gives it back, or says that it is spent. */
export interface Pool {
  /** Takes in one that was started elsewhere. */
  adopt(sandbox: SandboxProcess): void;
  /** Starts the rest. */
  fill(): void;
  /** Callers with the same `key` wait behind each other; different keys take turns. */
  take(key: string, signal: AbortSignal): Promise<Turn>;
  giveBack(sandbox: SandboxProcess): void;
  /** Ends it; another takes its place. */
  replace(sandbox: SandboxProcess): void;
  /** Process ids of all that live. */
  pids(): number[];
  close(): Promise<void>;
}

export function createPool({ size, queue: limit, start }: PoolOptions): Pool {
  const queue = new FairQueue<(turn: Turn) => void>();
  const idle: SandboxProcess[] = [];
  const alive = new Set<SandboxProcess>();
  const starts = new Set<Promise<void>>();
  let closed = false;
  let filling = false;

  const serve = (sandbox: SandboxProcess): void => {
    const waiter = queue.take();
    if (waiter === undefined) idle.push(sandbox);
    else waiter({ sandbox });
  };
  const startOne = async (): Promise<void> => {
    const sandbox = await start();
    if ('error' in sandbox) {
      // Nobody may wait for what never comes; the next caller is the next attempt.
      if (alive.size > 0) return;
      const refused = `Python could not be started: ${sandbox.error}`;
      for (let waiter = queue.take(); waiter !== undefined; waiter = queue.take()) {
        waiter({ refused });
      }
      return;
    }
    adopt(sandbox);
    fillUp();
  };
  const adopt = (sandbox: SandboxProcess): void => {
    if (closed) return sandbox.kill();
    alive.add(sandbox);
    void sandbox.exited.then(() => forget(sandbox));
    serve(sandbox);
  };
  const add = (): void => {
    const starting = startOne().finally(() => starts.delete(starting));
    starts.add(starting);
    void starting.then(() => {
      if (alive.size > 0) fillUp();
    });
  };
  const fillUp = (): void => {
    if (!filling) return;
    // One after the other, so that the first is ready soon; two while somebody waits.
    const atOnce = queue.size > 0 ? 2 : 1;
    while (!closed && starts.size < atOnce && alive.size + starts.size < size) {
      add();
    }
  };
  const forget = (sandbox: SandboxProcess): void => {
    if (!alive.delete(sandbox)) return;
    const at = idle.indexOf(sandbox);
    if (at >= 0) idle.splice(at, 1);
    fillUp();
  };
  return {
    adopt,
    fill() {
      filling = true;
      fillUp();
    },
    take(key, signal) {
      if (closed) return Promise.resolve({ refused: 'The runner is closing' });
      if (signal.aborted) return Promise.resolve('cancelled');
      const sandbox = idle.pop();
      filling = true;
      fillUp();
      if (sandbox !== undefined) return Promise.resolve({ sandbox });
      if (queue.size >= limit) {
        const refused = `All ${size} Python sandboxes are busy and ${limit} calls wait already; try again in a moment`;
        return Promise.resolve({ refused });
      }
      return new Promise((settle) => {
        const waiter = (turn: Turn): void => {
          signal.removeEventListener('abort', leave);
          settle(turn);
        };
        const leave = (): void => {
          queue.remove(waiter);
          settle('cancelled');
        };
        signal.addEventListener('abort', leave, { once: true });
        queue.add(key, waiter);
        fillUp();
      });
    },
    giveBack: (sandbox) => (alive.has(sandbox) ? serve(sandbox) : undefined),
    replace(sandbox) {
      sandbox.kill();
      forget(sandbox);
    },
    pids: () => [...alive].map((sandbox) => sandbox.pid),
    async close() {
      closed = true;
      for (let waiter = queue.take(); waiter !== undefined; waiter = queue.take()) {
        waiter({ refused: 'The runner is closing' });
      }
      const last = [...alive];
      for (const sandbox of last) sandbox.kill();
      await Promise.all([...starts, ...last.map((sandbox) => sandbox.exited)]);
    },
  };
}
