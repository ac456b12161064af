import type { Engine } from '../../../shared/registry/authored-plan.ts';
import { judgesHere } from '../../hosts/languages/languages.ts';

/**
 * Judges the jobs of shells. `files` is the absolute path of the folder that they may read, `allowed`
 * tells which others they may at the moment.
 */
export const judgeShell =
  (files: string, allowed: () => readonly string[] = () => []): NonNullable<Engine['judge']> =>
  async (job) =>
    'script' in job
      ? judgesHere.get(job.host)?.(job, { boundary: files, allowed: allowed() })
      : undefined;
