import { createServer } from 'node:net';
import process from 'node:process';
import { collectText, spawnGroup } from './spawn.ts';

/** Targets that a sandboxed process must not reach: a port and the runner's process. */
export interface Bait {
  port: number;
  pid: number;
  /** How many connections the port received. */
  taken(): number;
  close(): Promise<void>;
}

const KINDS = ['mnt', 'net', 'pid', 'ipc', 'user'] as const;

/** Returns the output of a system program; '' if it fails. */
async function printed(command: string, args: string[]): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  const child = await spawnGroup(command, args, {
    env: { PATH: '/usr/bin:/bin' },
    onStdout: (bytes) => void (text += decoder.decode(bytes, { stream: true })),
    onStderr: () => undefined,
  });
  if ('error' in child) return '';
  child.endInput();
  return (await child.exited).code === 0 ? text : '';
}

const linksOf = (pid: string): string => KINDS.map((kind) => `"/proc/${pid}/ns/${kind}"`).join(' ');

/** Finds the innermost descendant of a process, then prints the runner's namespaces and its namespaces. */
const PRINT_NAMESPACES = `
pid=$1
while child=; read -r child rest < "/proc/$pid/task/$pid/children"; [ -n "$child" ]; do pid=$child; done
exec readlink ${linksOf('self')} ${linksOf('$pid')}`;

/**
 * Whether the innermost process under `pid` has its own mount, network, process, IPC and user namespaces.
 * Always false without `/proc`. A system program reads them, because Deno opens `/proc` only to a process with
 * all permissions; one program for all, since a start waits for it.
 */
export async function hasOwnNamespaces(pid: number): Promise<boolean> {
  const text = await printed('sh', ['-c', PRINT_NAMESPACES, 'sh', `${pid}`]);
  const all = text.trim().split('\n');
  const [ours, theirs] = [all.slice(0, KINDS.length), all.slice(KINDS.length)];
  return theirs.length === KINDS.length && ours.every((one, at) => one !== theirs[at]);
}

export function setBait(): Promise<Bait> {
  return new Promise((settle, fail) => {
    let taken = 0;
    const server = createServer((socket) => {
      taken += 1;
      socket.destroy();
    });
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      settle({
        port: typeof address === 'object' && address !== null ? address.port : 0,
        pid: process.pid,
        taken: () => taken,
        close: () => new Promise((closed) => server.close(() => closed())),
      });
    });
  });
}

const BOX = [
  ...['--unshare-all', '--die-with-parent', '--cap-drop', 'ALL', '--clearenv'],
  ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--'],
];

/** Returns the output of a program in a sandbox; undefined if it fails. */
async function printedInBox(bwrap: string, program: string[]): Promise<string | undefined> {
  const said = collectText(4096);
  const child = await spawnGroup(bwrap, [...BOX, ...program], {
    ...{ env: {}, onStdout: said.take, onStderr: () => undefined },
  });
  if ('error' in child) return undefined;
  child.endInput();
  return (await child.exited).code === 0 ? said.text() : undefined;
}

/** Whether bubblewrap can create its namespaces here; many containers forbid it. */
export const probeBox = async (bwrap: string): Promise<boolean> =>
  (await printedInBox(bwrap, ['/bin/true'])) !== undefined;

/** Also returns the kernel's boot id and version, if a sandbox can read them. */
export async function probeBoxAndBoot(
  bwrap: string,
): Promise<{ boxed: boolean; boot: string | undefined }> {
  const files = ['/proc/sys/kernel/random/boot_id', '/proc/version'];
  const boot = await printedInBox(bwrap, ['/bin/cat', ...files]);
  return { boxed: boot !== undefined || (await probeBox(bwrap)), boot };
}
