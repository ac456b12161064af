/** One line of a bench: what was measured, the figure, and whether it reaches its goal. */
export function reportLine(
  name: string,
  figure: string,
  goal?: { text: string; met: boolean },
): void {
  const verdict = goal === undefined ? '' : `  goal ${goal.text}  ${goal.met ? 'met' : 'MISSED'}`;
  console.log(`${name.padEnd(46)} ${figure.padEnd(34)}${verdict}`);
}

/** `a` against `b`, which may be at most `most` times as long. */
export function reportRatio(name: string, a: number, b: number, most?: number): void {
  const ratio = a / b;
  const figure = `${ratio.toFixed(3)}  (${a.toFixed(1)} ms against ${b.toFixed(1)} ms)`;
  reportLine(
    name,
    figure,
    most === undefined ? undefined : { text: `at most ${most}`, met: ratio <= most },
  );
}
