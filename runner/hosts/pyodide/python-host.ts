import { unavailable } from '../../../shared/returns/host-faults.ts';
import { unrun } from '../../../shared/tool/run/ending.ts';
import type { Host } from '../../../shared/tool/run/host.ts';
import type { Job, PythonJob } from '../../../shared/tool/run/job.ts';
import { performCall } from '../../../shared/languages/python/interpreter/perform-call.ts';
import { createHost } from '../host.ts';
import type { Pool } from './pool.ts';
import { defaultSize, prepare, type PrepareOptions } from './prepare.ts';
import type { SandboxProcess } from './sandbox-process.ts';

export interface PythonHostOptions extends PrepareOptions {
  /** `reset` restores a sandbox after each call; `disposable` ends it. */
  mode?: 'reset' | 'disposable';
}

export interface PythonHost extends Host {
  /** Returns the process ids of the running sandboxes. */
  pids(): number[];
}

// WebAssembly memory never shrinks, and unknown leaks end after so many calls.
const LARGEST_HEAP = 80 * 1024 * 1024;
const MOST_CALLS = 1000;

const isPython = (job: Job): job is PythonJob => job.host === 'python';

/** Creates the host of sealed Python: a fresh interpreter for every call, in a process without permissions. */
export function createPythonHost(options: PythonHostOptions): PythonHost {
  let pids = (): number[] => [];
  const calls = new WeakMap<SandboxProcess, number>();

  /** Runs after the result was sent to the caller. */
  async function putBack(pool: Pool, sandbox: SandboxProcess, usable: boolean): Promise<void> {
    const count = (calls.get(sandbox) ?? 0) + 1;
    calls.set(sandbox, count);
    if (!usable || options.mode === 'disposable' || count >= MOST_CALLS)
      return pool.replace(sandbox);
    const idle = await sandbox.idle();
    if (idle === undefined || idle.heapBytes > LARGEST_HEAP) pool.replace(sandbox);
    else pool.giveBack(sandbox);
  }

  const host = createHost({
    ...{ id: 'python', name: 'Python', width: options.size ?? defaultSize() },
    async prepare(closing) {
      const ready = await prepare(options, closing);
      if (!('missing' in ready)) pids = ready.pids;
      return ready;
    },
    async perform(asked, { poolFor, layers }, { tell, signal }) {
      if (!isPython(asked)) {
        const reason = `This job is for ${asked.host}, not for Python`;
        return unrun({ kind: 'unavailable', reason });
      }
      const pool = await poolFor(asked.packages);
      if ('missing' in pool) return unrun(unavailable(pool));
      // Calls of one tool queue, so a flood of them does not delay other tools.
      const turn = await pool.take(`${asked.file}\0${asked.source}`, signal);
      if (turn === 'cancelled') return unrun({ kind: 'cancelled' });
      if ('refused' in turn) return unrun({ kind: 'unavailable', reason: turn.refused });
      const { sandbox } = turn;
      const { ending, usable } = await performCall(sandbox, asked, tell, signal);
      void putBack(pool, sandbox, usable);
      return { ...ending, layers };
    },
    close: (ready) => ready.close(),
  });
  return { ...host, pids: () => pids() };
}
