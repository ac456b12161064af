/**
 * The fastest of `count` runs after `warm` that are not counted, in milliseconds, the candidates taking
 * turns. What else a machine does only ever adds, so that of short work the fastest run says most.
 */
export function fastest(candidates: (() => unknown)[], count: number, warm: number): number[] {
  const times = candidates.map(() => Infinity);
  for (let round = 0; round < count + warm; round++) {
    for (const [index, candidate] of candidates.entries()) {
      const started = performance.now();
      candidate();
      const took = performance.now() - started;
      if (round >= warm) times[index] = Math.min(times[index] ?? Infinity, took);
    }
  }
  return times;
}
