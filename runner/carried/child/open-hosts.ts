import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Host } from '../../../shared/tool/host.ts';
import { createBashHost } from '../../hosts/process/bash-host.ts';
import { createPowerShellHost } from '../../hosts/process/powershell-host.ts';
import { nodeDisk } from '../../platform/node-disk.ts';
import { createPlainModuleHost } from './plain-module-host.ts';
import { createPlainPythonHost } from './plain-python-host.ts';

/** Names that no program bears, so that a script sees what the person sees wherever it runs. */
const unboxed = { bwrap: '/nonexistent/bwrap', prlimit: '/nonexistent/prlimit' };

/** The hosts by id, over the programs of this machine; scripts run in `filesDirectory`. */
export function openHosts(filesDirectory: string): ReadonlyMap<string, Host> {
  const { PATH: path = '/usr/local/bin:/usr/bin:/bin' } = process.env;
  const cache = join(tmpdir(), 'lathe');
  const powershell = { disk: nodeDisk, filesDirectory, cache, path, install: false, ...unboxed };
  const hosts = [
    createPlainPythonHost({ filesDirectory, path }),
    createBashHost({ filesDirectory, ...unboxed }),
    createPowerShellHost(powershell),
    createPlainModuleHost(filesDirectory),
  ];
  return new Map(hosts.map((host) => [host.id, host]));
}
