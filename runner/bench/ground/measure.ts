export const median = (times: number[]): number =>
  times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Runs two functions in turn, so that both meet the same machine, and prints their medians in milliseconds and the
 * ratio of the first to the second.
 */
export function compare(
  name: string,
  first: () => void,
  other: string,
  second: () => void,
  { warm = 20, runs = 200 } = {},
): number {
  const times: [number[], number[]] = [[], []];
  for (let at = -warm; at < runs; at++)
    for (const [which, run] of [first, second].entries()) {
      const start = performance.now();
      run();
      if (at >= 0) times[which]?.push(performance.now() - start);
    }
  const [mine, theirs] = [median(times[0]), median(times[1])];
  console.log(
    `${name}: ${mine.toFixed(2)} ms; ${other}: ${theirs.toFixed(2)} ms; ratio ${(mine / theirs).toFixed(1)}`,
  );
  return mine / theirs;
}

/** Returns the medians of `count` runs after `warm` uncounted ones, the candidates taking turns. */
export async function medians(
  candidates: (() => Promise<unknown>)[],
  count: number,
  warm: number,
): Promise<number[]> {
  const times = candidates.map(() => [] as number[]);
  for (let round = 0; round < count + warm; round++) {
    // In turns, so that other work on the machine affects all candidates alike.
    for (const [index, candidate] of candidates.entries()) {
      const started = performance.now();
      await candidate();
      if (round >= warm) times[index]?.push(performance.now() - started);
    }
  }
  return times.map((all) => all.sort((a, b) => a - b)[Math.floor(all.length / 2)] ?? NaN);
}

/** Prints a line: the measure, the figure, and whether it reaches its goal. */
export function reportLine(
  name: string,
  figure: string,
  goal?: { text: string; met: boolean },
): void {
  const verdict = goal === undefined ? '' : `  goal ${goal.text}  ${goal.met ? 'met' : 'MISSED'}`;
  console.log(`${name.padEnd(46)} ${figure.padEnd(34)}${verdict}`);
}

/** Prints `a` against `b`; `a` may be at most `most` times `b`. */
export function reportRatio(name: string, a: number, b: number, most?: number): void {
  const ratio = a / b;
  const figure = `${ratio.toFixed(3)}  (${a.toFixed(1)} ms against ${b.toFixed(1)} ms)`;
  reportLine(
    name,
    figure,
    most === undefined ? undefined : { text: `at most ${most}`, met: ratio <= most },
  );
}
