import type { Engine } from '../../../shared/registry/authored-tool.ts';
import { openClassifier } from './open-classifier.ts';
import { openPowerShellClassifier } from './open-powershell-classifier.ts';

/**
 * Judges scripts of a shell with the values that they are started with. `files` is the absolute path
 * of the folder that they may read, `allowed` tells which others they may at the moment.
 */
export const judgeShell =
  (files: string, allowed: () => readonly string[] = () => []): NonNullable<Engine['judge']> =>
  async (job) => {
    if (job.host === 'powershell') {
      const classify = await openPowerShellClassifier();
      return classify(job.script, { boundary: files, allowed: allowed() });
    }
    if (job.host !== 'bash') return undefined;
    const classify = await openClassifier();
    return classify(job.script, {
      boundary: files,
      allowed: allowed(),
      environment: job.environment,
      closed: true,
    });
  };
