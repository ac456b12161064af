import { hostFault } from '../../../../shared/returns/host-faults.ts';
import type { Host } from '../../../../shared/tool/run/host.ts';
import type { Disk } from '../../../platform/disk/disk.ts';
import type { Missing } from '../../host.ts';
import { createProcessHost, type Found, type ProcessGround } from '../../process/process-host.ts';
import { findPowerShell } from './find-powershell.ts';

export interface PowerShellHostOptions extends ProcessGround {
  disk: Disk;
  cache: string;
  path: string;
  /** Whether a missing PowerShell may be downloaded: once, without waiting for it. */
  install: boolean;
}

const guest = decodeURIComponent(
  new URL('../../../../shared/languages/powershell/guest/run.ps1', import.meta.url).pathname,
);
/** Its name in PowerShell's own messages, which no author sees. */
const FILE = 'run.ps1';
/** How long a prepared PowerShell is kept, in milliseconds: a person reads, and a model thinks, between calls. */
const SPARE_MS = 5 * 60_000;
/** Longer than the search for PowerShell, shorter than anybody would wait. */
const PATIENCE = {
  ms: 2000,
  reason: hostFault('host-powershell-awaited'),
};

/** Creates the host of PowerShell: every script runs through its guest, which answers in a file. */
export function createPowerShellHost(options: PowerShellHostOptions): Host {
  let isFetched = false;
  const fetching = () => (isFetched = true);
  return createProcessHost({
    ...options,
    ...{ id: 'powershell', name: 'PowerShell' },
    spareMs: options.spareMs ?? SPARE_MS,
    // Each one holds some 100 MB while it waits.
    stock: { alike: 1, most: 1 },
    find: (signal) => find({ ...options, signal, fetching }),
    patience: { ...PATIENCE, isLong: () => isFetched },
  });
}

async function find(options: Parameters<typeof findPowerShell>[0]): Promise<Found | Missing> {
  const found = await findPowerShell(options);
  if ('missing' in found) return found;
  const { pwsh } = found;
  const script = new TextDecoder().decode(await options.disk.read(guest));
  const trial = { source: '"here"', file: 'probe.ps1', arguments: {}, environment: {}, entry: '.' };
  return {
    program: {
      command: pwsh,
      flags: ['-NoProfile', '-NonInteractive', '-File'],
      needs: [pwsh.slice(0, pwsh.lastIndexOf('/'))],
      answers: true,
      ahead: { script, file: FILE },
      extension: 'ps1',
    },
    jobOf: (job) => ({ ...job, script, file: FILE }),
    trial: {
      job: {
        ...{ host: 'powershell', script, file: 'probe.ps1', arguments: {}, text: '' },
        ...{ environment: { NO_COLOR: '1' }, stdin: JSON.stringify(trial) },
        limits: { timeoutMs: 60_000, outputBytes: 10_000 },
      },
      works: ({ value }) => value === 'here',
    },
    broken: hostFault('host-powershell-broken', { command: pwsh }),
  };
}
