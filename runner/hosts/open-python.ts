import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/host.ts';
import { findPrograms } from '../platform/programs.ts';
import { createPythonHost } from './pyodide/python-host.ts';

export type HostProgress = (host: string, progress: HostHealth['progress']) => void;

/**
 * The host of Python, which a start begins with: it takes longest, in processes of its own. `begun` hears when they
 * run, so that whoever has work for this process meanwhile may do it.
 */
export function openPython(
  workspace: string,
  tell: HostProgress = () => undefined,
  begun?: () => void,
): Host {
  const { cache, ...programs } = findPrograms();
  return createPythonHost({
    ...programs,
    imageDirectory: `${cache}/images`,
    wheelsDirectory: `${workspace}/wheels`,
    tell: (step, done, of) => {
      // An image is being made first, which takes seconds.
      begun?.();
      tell('python', { step, done, of });
    },
    begun,
  });
}
