import type { HostHealth } from '../../shared/protocol/health.ts';
import type { Host } from '../../shared/tool/host.ts';
import { createModuleHost } from './module/module-host.ts';
import { noRights } from './module/confine.ts';
import { createBashHost } from './process/bash-host.ts';
import { createPowerShellHost } from './process/powershell-host.ts';
import { createPythonHost } from './pyodide/python-host.ts';
import { nodeDisk } from '../platform/node-disk.ts';
import { findPrograms } from '../platform/programs.ts';
import { variable } from '../platform/own-process.ts';
import { RightsStore } from '../store/rights-store.ts';

export type HostProgress = (host: string, progress: HostHealth['progress']) => void;

/** Every host, by id. A new isolation is a folder and a line here. `tell` hears how far preparations are;
 * with `install`, what is missing may be fetched, once. */
export function openHosts(
  workspace: string,
  tell: HostProgress = () => undefined,
  install = false,
): ReadonlyMap<string, Host> {
  const { cache, path, ...programs } = findPrograms();
  const rights = new RightsStore(nodeDisk, workspace);
  const hosts: Host[] = [
    createPythonHost({
      ...programs,
      imageDirectory: `${cache}/images`,
      wheelsDirectory: `${workspace}/wheels`,
      tell: (step, done, of) => tell('python', { step, done, of }),
    }),
    createBashHost({ filesDirectory: `${workspace}/files` }),
    // For those who switch the box off: every script is then asked for.
    {
      ...createBashHost({ filesDirectory: `${workspace}/files`, bwrap: '' }),
      id: 'bash-unboxed',
    },
    createModuleHost({
      ...programs,
      filesDirectory: `${workspace}/files`,
      rightsOf: async (folder, code) => {
        const granted = await rights.of(folder);
        return granted?.code === code ? granted.rights : noRights;
      },
      variable,
    }),
    createPowerShellHost({
      disk: nodeDisk,
      filesDirectory: `${workspace}/files`,
      ...{ cache, path, install },
    }),
  ];
  return new Map(hosts.map((host) => [host.id, host]));
}
