import type { HostHealth } from '../shared/protocol/health.ts';
import type { Host } from '../shared/tool/host.ts';
import { createBashHost } from './hosts/process/bash-host.ts';
import { createPythonHost } from './hosts/pyodide/python-host.ts';
import { findPrograms } from './platform/programs.ts';

export type HostProgress = (host: string, progress: HostHealth['progress']) => void;

/** Every host, by id. A new isolation is a folder and a line here. `tell` hears how far preparations are. */
export function openHosts(
  workspace: string,
  tell: HostProgress = () => undefined,
): ReadonlyMap<string, Host> {
  const { cache, ...programs } = findPrograms();
  const hosts: Host[] = [
    createPythonHost({
      ...programs,
      imageDirectory: `${cache}/images`,
      wheelsDirectory: `${workspace}/wheels`,
      tell: (step, done, of) => tell('python', { step, done, of }),
    }),
    createBashHost({ filesDirectory: `${workspace}/files` }),
  ];
  return new Map(hosts.map((host) => [host.id, host]));
}
