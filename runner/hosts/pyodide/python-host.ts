import type { Ending } from '../../../shared/tool/ending.ts';
import type { Host } from '../../../shared/tool/host.ts';
import type { Job, PythonJob } from '../../../shared/tool/job.ts';
import { performCall } from '../../../shared/languages/python/interpreter/perform-call.ts';
import { prepare, type PrepareOptions, type Prepared } from './prepare.ts';

export interface PythonHostOptions extends PrepareOptions {
  /** `reset` puts a sandbox back after each call; `disposable` ends it. */
  mode?: 'reset' | 'disposable';
}

export interface PythonHost extends Host {
  /** Process ids of the sandboxes that live. */
  pids(): number[];
}

// Memory never shrinks, and whatever leaks where nobody looked is gone after so many calls.
const LARGEST_HEAP = 80 * 1024 * 1024;
const MOST_CALLS = 1000;

const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
const isPython = (job: Job): job is PythonJob => job.host === 'python';
const unavailable = (reason: string): Ending => ({ kind: 'unavailable', reason, ...nothing });

/** Python, sealed: a fresh interpreter for every call, in a process that has no rights. */
export function createPythonHost(options: PythonHostOptions): PythonHost {
  const closing = new AbortController();
  let preparing: Promise<Prepared> | undefined;
  let prepared: Prepared | undefined;
  const ready = (): Promise<Prepared> =>
    (preparing ??= prepare(options, closing.signal).then((result) => (prepared = result)));
  const calls = new WeakMap<object, number>();

  async function perform(...[asked, tell, signal]: Parameters<Host['perform']>): Promise<Ending> {
    if (!isPython(asked)) return unavailable(`This is no job for Python but for ${asked.host}`);
    const host = await ready();
    if ('missing' in host) return unavailable(host.missing);
    const pool = await host.poolFor(asked.packages);
    if ('missing' in pool) return unavailable(pool.missing);
    // Calls of one tool wait behind each other, so that its flood delays no other tool.
    const turn = await pool.take(`${asked.file}\0${asked.source}`, signal);
    if (turn === 'cancelled') return { kind: 'cancelled', ...nothing };
    if ('refused' in turn) return unavailable(turn.refused);
    const { sandbox } = turn;
    const { ending, usable } = await performCall(sandbox, asked, tell, signal);
    const count = (calls.get(sandbox) ?? 0) + 1;
    calls.set(sandbox, count);
    if (!usable || options.mode === 'disposable' || count >= MOST_CALLS) pool.replace(sandbox);
    else {
      // Off the caller's path: the answer is already on its way.
      void sandbox.idle().then((idle) => {
        if (idle === undefined || idle.heapBytes > LARGEST_HEAP) pool.replace(sandbox);
        else pool.giveBack(sandbox);
      });
    }
    return { ...ending, layers: host.layers };
  }

  return {
    id: 'python',
    async missing() {
      const host = await ready();
      return 'missing' in host ? host.missing : undefined;
    },
    async layers() {
      const host = await ready();
      return 'missing' in host ? [] : host.layers;
    },
    async perform(job, tell, signal) {
      try {
        return await perform(job, tell, signal);
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { kind: 'crashed', reason: `The Python host broke: ${reason}`, ...nothing };
      }
    },
    pids: () => (prepared !== undefined && 'pids' in prepared ? prepared.pids() : []),
    async close() {
      closing.abort();
      if (preparing === undefined) return;
      const host = await preparing;
      if (!('missing' in host)) await host.close();
    },
  };
}
