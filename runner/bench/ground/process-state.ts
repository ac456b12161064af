import { readdirSync, readFileSync } from 'node:fs';
import { processMemory } from '../../platform/process-memory.ts';

const MB = 1024 * 1024;

/** Of the process that `start` started: memory in MB, open files, and the processes below it. */
export async function stateOf(
  start: number,
): Promise<{ megabytes: number; files: number; below: number }> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(stat)?.[1]));
    } catch {
      // It has ended meanwhile.
    }
  }
  const pid = [...parents].find(([, parent]) => parent === start)?.[0] ?? start;
  const isBelow = (one: number): boolean => {
    const parent = parents.get(one);
    return parent !== undefined && (parent === pid || isBelow(parent));
  };
  return {
    megabytes: (await processMemory(pid)) / MB,
    files: readdirSync(`/proc/${pid}/fd`).length,
    below: [...parents.keys()].filter(isBelow).length,
  };
}

/** Processor time in milliseconds that a process and all below it have taken; to the hundredth of a second. */
export function processorTime(start: number): number {
  const rows = readdirSync('/proc')
    .filter((one) => /^\d+$/.test(one))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [, parent = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = Number(fields[9]) + Number(fields[10]);
        return [{ pid: Number(name), parent: Number(parent), ticks }];
      } catch {
        return [];
      }
    });
  const tree = new Set([start]);
  for (let before = 0; before !== tree.size;) {
    before = tree.size;
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid);
  }
  return rows.filter(({ pid }) => tree.has(pid)).reduce((sum, { ticks }) => sum + ticks * 10, 0);
}

export const shown = ({ megabytes, files, below }: Awaited<ReturnType<typeof stateOf>>) =>
  `${megabytes.toFixed(0)} MB, ${files} files, ${below} processes`;
