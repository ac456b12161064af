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

/** Edits of one letter that make one word of the other (Levenshtein). */
function distance(one: string, two: string): number {
  let row = Array.from({ length: two.length + 1 }, (_, index) => index);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= two.length; j += 1) {
      const swap = (row[j - 1] ?? 0) + (one[i - 1] === two[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[two.length] ?? 0;
}
