import { z } from 'zod';
import { hostFault } from '../../../../shared/returns/host-faults.ts';
import type { HostFault } from '../../../../shared/tool/run/host.ts';
import type { Disk } from '../../../platform/disk/disk.ts';
import { spawnGroup } from '../../../platform/process/spawn.ts';

export interface FindOptions {
  disk: Disk;
  /** The value of PATH. */
  path: string;
  /** A folder for data that is created once per machine. */
  cache: string;
  /** Whether a missing PowerShell may be downloaded. */
  install: boolean;
  signal: AbortSignal;
  /** Called when the download starts. */
  fetching(): void;
}

const Failed = z.object({ at: z.number(), why: z.string() });

/** The time limit of an attempt, and the pause after a failed one, in milliseconds. */
const ATTEMPT = 180_000;
const AGAIN = 24 * 3600_000;

/** Finds PowerShell on the PATH or in an earlier installation; otherwise a .NET SDK downloads it. */
export async function findPowerShell(options: FindOptions): Promise<{ pwsh: string } | HostFault> {
  const { disk, path, cache, install } = options;
  const folder = `${cache}/powershell`;
  const pwsh = await locate('pwsh', `${path}:${folder}`);
  if (pwsh !== undefined) return { pwsh };
  const dotnet = await locate('dotnet', path);
  if (dotnet === undefined) return hostFault('host-no-powershell');
  const note = `${folder}.failed.json`;
  const bytes = await disk.read(note);
  const failed = bytes && read(new TextDecoder().decode(bytes));
  if (failed && Date.now() - failed.at < AGAIN) return unfetched(failed.why);
  if (!install) return hostFault('host-powershell-unasked');
  options.fetching();
  const why = await run(dotnet, ['tool', 'install', '--tool-path', folder, 'PowerShell'], options);
  const found = await locate('pwsh', folder);
  if (found !== undefined) return { pwsh: found };
  if (!options.signal.aborted) {
    await disk.write(note, JSON.stringify({ at: Date.now(), why }));
  }
  return unfetched(why);
}

const unfetched = (why: string) => hostFault('host-powershell-unfetched', { why });

function read(text: string): z.infer<typeof Failed> | undefined {
  try {
    return Failed.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Prints the real path of a program. A shell searches, because the runner may not read the folders of programs. */
const LOCATE = 'found=$(command -v "$1") || exit 1; PATH=/usr/bin:/bin; readlink -f "$found"';

async function locate(name: string, path: string): Promise<string | undefined> {
  const said: string[] = [];
  const child = await spawnGroup('/bin/sh', ['-c', LOCATE, 'sh', name], {
    env: { PATH: path },
    onStdout: (bytes) => void said.push(new TextDecoder().decode(bytes)),
    onStderr: () => undefined,
  });
  if ('error' in child) return undefined;
  child.endInput();
  const { code } = await child.exited;
  const found = said.join('').trim();
  return code === 0 && found.startsWith('/') ? found : undefined;
}

/** Returns the program's last message, in one line. */
async function run(command: string, args: string[], options: FindOptions): Promise<string> {
  const said: string[] = [];
  const take = (bytes: Uint8Array) => void said.push(new TextDecoder().decode(bytes));
  const env = {
    PATH: options.path,
    HOME: options.cache,
    DOTNET_CLI_HOME: options.cache,
    DOTNET_CLI_TELEMETRY_OPTOUT: '1',
    DOTNET_NOLOGO: '1',
  };
  const child = await spawnGroup(command, args, { env, onStdout: take, onStderr: take });
  if ('error' in child) return child.error;
  const stop = () => child.kill('SIGKILL');
  const timer = setTimeout(stop, ATTEMPT);
  options.signal.addEventListener('abort', stop, { once: true });
  child.endInput();
  const { code } = await child.exited;
  clearTimeout(timer);
  options.signal.removeEventListener('abort', stop);
  const rows = said
    .join('')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return rows.at(-1) ?? `it ended with status ${code ?? 'none'}`;
}
