import {
  performCall,
  type CallTarget,
} from '../../../shared/languages/python/interpreter/perform-call.ts';
import type { Ending } from '../../../shared/tool/run/ending.ts';
import type { Tell } from '../../../shared/tool/run/host.ts';
import type { PythonJob } from '../../../shared/tool/run/job.ts';
import { openWorker, type PythonWorker } from './open-worker.ts';

const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
const LAYERS = ['gate', 'browser'];

const never = new AbortController().signal;
export interface PythonClient {
  /** Performs one job after the other; never rejects, like a host. */
  perform(job: PythonJob, tell: Tell, signal: AbortSignal): Promise<Ending>;
  /** Settles once Python stands in this page; undefined, or why it cannot. */
  ready: Promise<string | undefined>;
}

/**
 * Sealed Python in this page: the runner's own guest, in a worker that has no connection. `isStopped`
 * says whether a signal ends its jobs; else they end soon by themselves.
 */
export function createPythonClient({ isStopped }: { isStopped: boolean }): PythonClient {
  let worker = openWorker();
  let last: Promise<unknown> = worker;
  // A worker that ended is replaced at once, so that the next call need not wait for all of it.
  const replace = (): void => {
    worker = openWorker();
  };
  const performNow = async (job: PythonJob, tell: Tell, signal: AbortSignal): Promise<Ending> => {
    if (signal.aborted) return { kind: 'cancelled', ...nothing };
    if (job.packages.length > 0) {
      const reason = 'Python in this page has no packages; start the runner to use them';
      return { kind: 'unavailable', reason, ...nothing };
    }
    const found: PythonWorker | { error: string } = await worker;
    if ('error' in found) {
      replace();
      return { kind: 'unavailable', reason: found.error, ...nothing };
    }
    if (signal.aborted) return { kind: 'cancelled', ...nothing };
    const target: CallTarget = found;
    // Ending Python in the middle of what ends soon by itself, at every key that is pressed, would cost
    // its whole start each time.
    const stop = isStopped ? signal : never;
    const { ending, usable } = await performCall(target, job, tell, stop);
    if (!usable || !(await found.idle())) {
      found.kill();
      replace();
    }
    return { ...ending, layers: LAYERS };
  };
  return {
    ready: worker.then((found) => ('error' in found ? found.error : undefined)),
    perform(job, tell, signal) {
      const turn = last.then(() => performNow(job, tell, signal));
      last = turn.catch(() => undefined);
      return turn.catch((cause: unknown): Ending => {
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { kind: 'crashed', reason: `Python in this page broke: ${reason}`, ...nothing };
      });
    },
  };
}
