import { readFile } from 'node:fs/promises';

async function ownBytes(pid: number): Promise<number> {
  const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024;
}

/**
 * Returns the memory of a process and its descendants in bytes, with shared pages divided among their users.
 * Zero without `/proc`, or if the process has ended.
 */
export async function processMemory(pid: number): Promise<number> {
  try {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const pids = children.split(' ').filter((word) => word !== '');
    const below = await Promise.all(pids.map((child) => processMemory(Number(child))));
    return below.reduce((sum, bytes) => sum + bytes, await ownBytes(pid));
  } catch {
    return 0;
  }
}
