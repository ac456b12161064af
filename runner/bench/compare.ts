const median = (times: number[]) => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

/**
 * Runs two functions in turn, so that both meet the same machine, and prints their medians and the
 * ratio of the first to the second. Milliseconds.
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
