import type { Engine } from '../../../shared/registry/authored-plan.ts';
import { aside } from '../../aside/aside.ts';

/**
 * Judges the jobs of shells. `files` is the absolute path of the folder that they may read, `allowed`
 * tells which others they may at the moment.
 */
export const judgeShell =
  (files: string, allowed: () => readonly string[] = () => []): NonNullable<Engine['judge']> =>
  async (job) => {
    if (!('script' in job)) return undefined;
    // Only the script and what it meets in its environment are judged: the rest need not travel.
    const judged = { ...job, stdin: '', text: '', arguments: {} };
    const place = { boundary: files, allowed: [...allowed()] };
    const done = await aside('judge', [judged, place], { key: 'judge' });
    if (done.ok) return done.value;
    return done.afterMs === undefined ? { broke: done.reason } : { late: done.afterMs };
  };
