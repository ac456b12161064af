import { createPool, type Pool } from './pool.ts';
import type { SandboxProcess } from './sandbox-process.ts';
import { findWheels } from './wheels.ts';

/** Sets of packages that keep their sandboxes; the one unused for longest makes room. */
const MOST_SETS = 3;
const SIZE = 2;

export interface PackagePools {
  poolFor(packages: string[]): Promise<Pool | { missing: string }>;
  pids(): number[];
  close(): Promise<void>;
}

/** Sandboxes in which the wheels that a tool names are installed, for each set of wheels its own. */
export function createPackagePools(
  wheelsDirectory: string | undefined,
  queue: number,
  start: (wheels: ReadonlyMap<string, Uint8Array>) => Promise<SandboxProcess | { error: string }>,
): PackagePools {
  // A Map keeps its order: whoever is used goes to the end.
  const pools = new Map<string, Pool>();
  const closing = new Set<Promise<void>>();
  return {
    async poolFor(packages) {
      const wheels = await findWheels(packages, wheelsDirectory);
      if ('missing' in wheels) return wheels;
      const known = pools.get(wheels.key);
      const pool =
        known ?? createPool({ size: SIZE, queue, start: async () => start(await wheels.read()) });
      pools.delete(wheels.key);
      pools.set(wheels.key, pool);
      for (const [key, oldest] of pools) {
        if (pools.size <= MOST_SETS) break;
        pools.delete(key);
        const closed = oldest.close().finally(() => closing.delete(closed));
        closing.add(closed);
      }
      return pool;
    },
    pids: () => [...pools.values()].flatMap((pool) => pool.pids()),
    async close() {
      await Promise.all([...closing, ...[...pools.values()].map((pool) => pool.close())]);
    },
  };
}
