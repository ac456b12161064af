/** Medians of `count` runs after `warm` that are not counted, the candidates taking turns. */
export async function medians(
  candidates: (() => Promise<unknown>)[],
  count: number,
  warm: number,
): Promise<number[]> {
  const times = candidates.map(() => [] as number[]);
  for (let round = 0; round < count + warm; round++) {
    // In turns, so that whatever else the machine does falls on all of them alike.
    for (const [index, candidate] of candidates.entries()) {
      const started = performance.now();
      await candidate();
      if (round >= warm) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN);
}
