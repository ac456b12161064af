/** The known name that a misspelt one most likely means, or undefined. */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  let best: string | undefined;
  // A third of the letters wrong is another word.
  let least = Math.min(3, Math.floor(name.length / 3) + 1);
  for (const candidate of known) {
    const wrong = distance(name.toLowerCase(), candidate.toLowerCase());
    if (wrong < least) [best, least] = [candidate, wrong];
  }
  return best;
}

/** Letters added, left out, replaced or swapped with the next that make one word of the other. */
function distance(one: string, two: string): number {
  const rows = [Array.from({ length: two.length + 1 }, (_, index) => index)];
  for (let i = 1; i <= one.length; i += 1) {
    const [above = [], before = []] = [rows[i - 1], rows[i - 2]];
    const row = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const replaced = (above[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      let least = Math.min(replaced, (above[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && one[i - 1] === two[j - 2] && one[i - 2] === two[j - 1]) {
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      }
      row.push(least);
    }
    rows.push(row);
  }
  return rows[one.length]?.[two.length] ?? 0;
}
