import type { Engine } from '../../../shared/registry/authored/authored-plan.ts';
import { aside } from '../../aside/aside.ts';
import { nodeDisk } from '../../platform/disk/node-disk.ts';
import { writableFolders } from './writable-folders.ts';

/** Undefined if the folder cannot be reached; then only the exact command can be remembered. */
const realFolder = (path: string) => nodeDisk.real(path).catch(() => undefined);

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
      const { written, ...judged } = done.value;
      const directory = job.guest?.['directory'] ?? files;
      if (typeof directory !== 'string') return judged;
      const folder = judged.pattern === undefined ? undefined : await realFolder(directory);
      const judgement = { ...judged, ...(folder === undefined ? {} : { folder }) };
      if (written === undefined) return judgement;
      const writes = await writableFolders(written, { files, directory });
      return writes === undefined ? judgement : { ...judgement, writes };
    }
    if (done.ok) return undefined;
    return done.afterMs === undefined ? { broke: done.reason } : { late: done.afterMs };
  };
