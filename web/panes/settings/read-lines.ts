/** Lines without blanks around them and without empty ones, or the first that does not fit. */
export function readLines(
  text: string,
  fits: (line: string) => boolean,
): { ok: true; lines: string[] } | { ok: false; line: number } {
  const rows = text.split('\n').map((line) => line.trim());
  const bad = rows.findIndex((line) => line !== '' && !fits(line));
  if (bad !== -1) return { ok: false, line: bad + 1 };
  return { ok: true, lines: [...new Set(rows.filter((line) => line !== ''))] };
}
