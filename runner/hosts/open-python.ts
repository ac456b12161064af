import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/run/host.ts';
import { variable } from '../platform/process/own-process.ts';
import { findPrograms } from '../platform/process/programs.ts';
import { createPythonHost } from './pyodide/python-host.ts';

export type HostProgress = (host: string, progress: HostHealth['progress']) => void;

interface Heard {
  tell?: HostProgress;
  /** Called once its processes run, so that the caller can do other work in the meantime. */
  begun?(): void;
  /** Runs every isolation test, whatever was proven before. */
  provesAnew?: boolean;
}

/** The Python host. A start opens it first, because it takes longest and works in its own processes. */
export function openPython(workspace: string, heard: Heard = {}): Host {
  const { cache, ...programs } = findPrograms();
  const { tell, begun, provesAnew } = heard;
  const standing = Number(variable('LATHE_SANDBOXES'));
  return createPythonHost({
    ...{ ...programs, begun, provesAnew },
    ...(Number.isInteger(standing) && standing > 0 && { standing }),
    imageDirectory: `${cache}/images`,
    wheelsDirectory: `${workspace}/wheels`,
    tell: (step, done, of) => {
      // An image must be made first, which takes seconds.
      begun?.();
      tell?.('python', { step, done, of });
    },
  });
}
