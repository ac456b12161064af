import { createServer } from 'node:net';
import process from 'node:process';
import { collectText, spawnGroup } from './spawn.ts';

/** Things of ours that a sealed process shall not reach: a port, and our own process. */
export interface Bait {
  port: number;
  pid: number;
  /** How often somebody connected. */
  taken(): number;
  close(): Promise<void>;
}

const KINDS = ['mnt', 'net', 'pid', 'ipc', 'user'] as const;

/** What a program of the system prints, or '' when it fails. */
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

/** Goes down from a process to the innermost one, then prints our own namespaces and that one's. */
const PRINT_NAMESPACES = `
pid=$1
while child=; read -r child rest < "/proc/$pid/task/$pid/children"; [ -n "$child" ]; do pid=$child; done
exec readlink ${linksOf('self')} ${linksOf('$pid')}`;

/**
 * Whether the kernel shows the innermost process under `pid` its own files, network, processes,
 * messages and users, apart from ours. Always false where there is no `/proc`. Programs of the system
 * read it, because Deno lets only a process with every right look into `/proc` itself; one of them, since
 * a start waits for it.
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

/** What a program prints in a box; undefined where it fails. */
async function printedInBox(bwrap: string, program: string[]): Promise<string | undefined> {
  const said = collectText(4096);
  const child = await spawnGroup(bwrap, [...BOX, ...program], {
    ...{ env: {}, onStdout: said.take, onStderr: () => undefined },
  });
  if ('error' in child) return undefined;
  child.endInput();
  return (await child.exited).code === 0 ? said.text() : undefined;
}

/** Whether bubblewrap can make its namespaces here: many containers do not let it. */
export const probeBox = async (bwrap: string): Promise<boolean> =>
  (await printedInBox(bwrap, ['/bin/true'])) !== undefined;

/** The same, and which start of which kernel this is, where a box can be made and that can be read in it. */
export async function probeBoxAndBoot(
  bwrap: string,
): Promise<{ boxed: boolean; boot: string | undefined }> {
  const files = ['/proc/sys/kernel/random/boot_id', '/proc/version'];
  const boot = await printedInBox(bwrap, ['/bin/cat', ...files]);
  return { boxed: boot !== undefined || (await probeBox(bwrap)), boot };
}
