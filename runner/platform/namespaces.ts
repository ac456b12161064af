import { readFile, readlink } from 'node:fs/promises';

const KINDS = ['mnt', 'net', 'pid', 'ipc', 'user'] as const;

async function lastDescendant(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const child = Number(children.trim().split(' ')[0]);
  return Number.isInteger(child) && child > 0 ? lastDescendant(child) : pid;
}

/**
 * Whether the kernel shows the innermost process under `pid` its own files, network, processes,
 * messages and users, apart from ours. Always false where there is no `/proc`.
 */
export async function hasOwnNamespaces(pid: number): Promise<boolean> {
  try {
    const inner = await lastDescendant(pid);
    const pairs = KINDS.map(async (kind) => {
      const [ours, theirs] = await Promise.all([
        readlink(`/proc/self/ns/${kind}`),
        readlink(`/proc/${inner}/ns/${kind}`),
      ]);
      return ours !== theirs;
    });
    return (await Promise.all(pairs)).every(Boolean);
  } catch {
    return false;
  }
}
