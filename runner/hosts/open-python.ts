import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/host.ts';
import { variable } from '../platform/own-process.ts';
import { findPrograms } from '../platform/programs.ts';
import { createPythonHost } from './pyodide/python-host.ts';

export type HostProgress = (host: string, progress: HostHealth['progress']) => void;

interface Heard {
  tell?: HostProgress;
  /** Hears when its processes run, so that whoever has work for this process meanwhile may do it. */
  begun?(): void;
  /** Tries everything that isolates it, whatever was proven before. */
  provesAnew?: boolean;
}

/** The host of Python, which a start begins with: it takes longest, in processes of its own. */
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
      // An image is being made first, which takes seconds.
      begun?.();
      tell?.('python', { step, done, of });
    },
  });
}
