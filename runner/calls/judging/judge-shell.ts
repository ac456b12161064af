import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { aside } from '../../aside/aside.ts';
import { writableFolders } from './writable-folders.ts';

/**
 * Returns the judge of shell jobs. `files` is the absolute path of the folder that they may read; `allowed` returns
 * the other allowed folders.
 */
export const judgeShell =
  (files: string, allowed: () => readonly string[] = () => []): NonNullable<Engine['judge']> =>
  async (job) => {
    if (!('script' in job)) return undefined;
    // The judge needs only the script and its environment; the rest is not sent to the thread.
    const judged = { ...job, stdin: '', text: '', arguments: {} };
    const place = { boundary: files, allowed: [...allowed()] };
    const done = await aside('judge', [judged, place], { key: 'judge' });
    if (done.ok && done.value) {
      const { written, ...judgement } = done.value;
      const directory = job.guest?.['directory'] ?? files;
      if (written === undefined || typeof directory !== 'string') return judgement;
      const writes = await writableFolders(written, { files, directory });
      return writes === undefined ? judgement : { ...judgement, writes };
    }
    if (done.ok) return undefined;
    return done.afterMs === undefined ? { broke: done.reason } : { late: done.afterMs };
  };
