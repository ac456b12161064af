import { readdirSync, readFileSync } from 'node:fs';
import { processMemory } from '../../platform/process/process-memory.ts';

const MB = 1024 * 1024;

/** Returns the state of the process that `start` started: memory in MB, open files, and its descendants. */
export async function stateOf(
  start: number,
): Promise<{ megabytes: number; files: number; below: number }> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(/\) \S (\d+)/.exec(stat)?.[1]));
    } catch {
      // The process ended meanwhile.
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
 * Returns the processor time of all threads of a process in milliseconds, as the scheduler counts it, to the
 * nanosecond.
 */
function onProcessor(pid: string): number {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return threads.reduce((sum, each) => sum + each, 0) / 1e6;
}

/**
 * Returns the processor time of a process and its descendants in milliseconds; with `told`, of those whose command
 * line contains it.
 */
function processorTime(start: number, told = ''): number {
  const rows = readdirSync('/proc')
    .filter((one) => /^\d+$/.test(one))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        const [, parent = ''] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const isMeant = readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(told);
        const ms = isMeant ? onProcessor(name) : 0;
        return [{ pid: Number(name), parent: Number(parent), ms }];
      } catch {
        return [];
      }
    });
  const tree = new Set([start]);
  for (let before = 0; before !== tree.size;) {
    before = tree.size;
    for (const { pid, parent } of rows) if (tree.has(parent)) tree.add(pid);
  }
  return rows.filter(({ pid }) => tree.has(pid)).reduce((sum, { ms }) => sum + ms, 0);
}

/**
 * Processor time in milliseconds: of this process, of all descendants of `start`, and of those that `told` names.
 */
export interface Spent {
  own: number;
  all: number;
  told: number;
}

/**
 * Measures the processor time of one run of each candidate, the candidates taking turns: of this process, of all
 * descendants of `start`, and of those whose command line contains `told`. Each turn is `times` runs after an
 * uncounted one, because a candidate that waited for the others must warm up. Returns a row for each turn, so that
 * differences are taken within a turn.
 */
export async function processorTimes(
  candidates: (() => Promise<unknown>)[],
  { turns, times }: { turns: number; times: number },
  { start, told }: { start: number; told: string },
): Promise<Spent[][]> {
  const rows: Spent[][] = [];
  for (let at = 0; at < turns; at += 1) {
    const row: Spent[] = [];
    rows.push(row);
    for (const run of candidates) {
      await run();
      const before = { all: processorTime(start), told: processorTime(start, told) };
      // Looking through all processes takes time of this process.
      const ownBefore = process.cpuUsage();
      for (let time = 0; time < times; time += 1) await run();
      const { user, system } = process.cpuUsage(ownBefore);
      row.push({
        own: (user + system) / 1000 / times,
        all: (processorTime(start) - before.all) / times,
        told: (processorTime(start, told) - before.told) / times,
      });
    }
  }
  return rows;
}

export const shown = ({ megabytes, files, below }: Awaited<ReturnType<typeof stateOf>>) =>
  `${megabytes.toFixed(0)} MB, ${files} files, ${below} processes`;
