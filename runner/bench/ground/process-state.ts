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

/**
 * Processor time in milliseconds that a process and all below it have taken, to the hundredth of a second; with
 * `told`, those of them alone in whose command that stands.
 */
function processorTime(start: number, told = ''): number {
  const rows = readdirSync('/proc')
    .filter((one) => /^\d+$/.test(one))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [, parent = '', ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const ticks = Number(fields[9]) + Number(fields[10]);
        const isMeant = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(told);
        return [{ pid: Number(name), parent: Number(parent), ticks: isMeant ? ticks : 0 }];
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

/**
 * Processor time of one run of each candidate, the candidates taking turns: of this process, of all that `start`
 * started, and of those of them in whose command `told` stands. Each turn is `times` runs, since Linux counts in
 * hundredths of a second, after one that is not counted: who waited for the others' turns has to warm up.
 */
export async function processorTimes(
  candidates: (() => Promise<unknown>)[],
  { turns, times }: { turns: number; times: number },
  { start, told }: { start: number; told: string },
): Promise<{ own: number; all: number; told: number }[]> {
  const spent = candidates.map(() => ({ own: 0, all: 0, told: 0 }));
  const runs = turns * times;
  for (let at = 0; at < turns; at += 1)
    for (const [index, run] of candidates.entries()) {
      await run();
      const before = { all: processorTime(start), told: processorTime(start, told) };
      // Looking through all processes takes time of this one.
      const ownBefore = process.cpuUsage();
      for (let time = 0; time < times; time += 1) await run();
      const { user, system } = process.cpuUsage(ownBefore);
      const sum = spent[index] ?? { own: 0, all: 0, told: 0 };
      sum.own += (user + system) / 1000 / runs;
      sum.all += (processorTime(start) - before.all) / runs;
      sum.told += (processorTime(start, told) - before.told) / runs;
    }
  return spent;
}

export const shown = ({ megabytes, files, below }: Awaited<ReturnType<typeof stateOf>>) =>
  `${megabytes.toFixed(0)} MB, ${files} files, ${below} processes`;
