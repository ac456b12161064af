import type { Host } from '../../../shared/tool/host.ts';
import { ProcessJob } from '../../../shared/tool/job.ts';
import type { Disk } from '../../platform/disk.ts';
import { ensureDirectory } from '../../platform/folders.ts';
import { findPowerShell } from './find-powershell.ts';
import type { Shell } from './launch.ts';
import { perform } from './perform.ts';

export interface PowerShellHostOptions {
  disk: Disk;
  /** Where scripts run, and in a box the only directory of the person that they see. */
  filesDirectory: string;
  cache: string;
  path: string;
  /** Whether PowerShell may be fetched where it is not there: once, and nobody waits for it. */
  install: boolean;
  bwrap?: string;
  prlimit?: string;
}

const guest = decodeURIComponent(
  new URL('../../../shared/languages/powershell/guest/run.ps1', import.meta.url).pathname,
);
const nothing = { stdout: '', stderr: '', output: '', truncated: false, durationMs: 0 };
const INSTALLING = 'PowerShell is being fetched with dotnet, once; try again in a minute';
/** Longer than it takes to look for it, shorter than anybody would wait. */
const PATIENCE_MS = 2000;

type Ready = { shell: Shell; program: string } | { missing: string };

/** Runs PowerShell: in bubblewrap where a run proved that it holds, else bare. */
export function createPowerShellHost(options: PowerShellHostOptions): Host {
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();
  let preparing: Promise<Ready> | undefined;
  const broken = (cause: unknown): Ready => ({
    missing: `PowerShell could not be looked for: ${cause instanceof Error ? cause.message : cause}`,
  });
  const prove = () => (preparing ??= prepare(options, closing.signal).catch(broken));
  const soon = async (): Promise<Ready> => {
    if (!options.install) return prove();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<Ready>((settle) => {
      timer = setTimeout(() => settle({ missing: INSTALLING }), PATIENCE_MS);
    });
    return Promise.race([prove(), late]).finally(() => clearTimeout(timer));
  };

  return {
    id: 'powershell',
    async missing() {
      const ready = await soon();
      return 'missing' in ready ? ready.missing : undefined;
    },
    async layers() {
      const ready = await soon();
      return 'shell' in ready && ready.shell.bwrap !== undefined ? ['bubblewrap'] : [];
    },
    async perform(asked, tell, signal) {
      try {
        const job = ProcessJob.parse(asked);
        const ready = await soon();
        if ('missing' in ready) return { kind: 'unavailable', reason: ready.missing, ...nothing };
        const own = { ...job, script: ready.program };
        const run = perform(own, ready.shell, tell, AbortSignal.any([signal, closing.signal]));
        running.add(run);
        return await run.finally(() => running.delete(run));
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause);
        return { kind: 'crashed', reason: `The PowerShell host broke: ${reason}`, ...nothing };
      }
    },
    async close() {
      closing.abort();
      await Promise.allSettled([...running, ...(preparing ? [preparing] : [])]);
    },
  };
}

async function prepare(options: PowerShellHostOptions, signal: AbortSignal): Promise<Ready> {
  const { disk, bwrap = '/usr/bin/bwrap', prlimit = '/usr/bin/prlimit' } = options;
  const found = await findPowerShell({ ...options, signal });
  if ('missing' in found) return found;
  const program = new TextDecoder().decode(await disk.read(guest));
  const files = await ensureDirectory(options.filesDirectory);
  const shell: Shell = {
    bash: found.pwsh,
    flags: ['-NoProfile', '-NonInteractive', '-File'],
    needs: [found.pwsh.slice(0, found.pwsh.lastIndexOf('/'))],
    answers: true,
    files,
  };
  for (const tried of [{ ...shell, bwrap, prlimit }, { ...shell, bwrap }, shell]) {
    const job = { source: '"here"', file: 'probe.ps1', arguments: {}, entry: '.' };
    const ending = await perform(
      {
        ...{ host: 'powershell', script: program, file: 'probe.ps1', arguments: {}, text: '' },
        ...{ environment: { NO_COLOR: '1' }, stdin: JSON.stringify(job) },
        limits: { timeoutMs: 60_000, outputBytes: 10_000 },
      },
      tried,
      () => undefined,
      signal,
    );
    if (ending.value === 'here') return { shell: tried, program };
  }
  return { missing: `"${found.pwsh}" does not run here; install PowerShell 7.2 or later anew` };
}
