/** A number as a person writes it, within its bounds; undefined when it is none. */
export function readNumber(
  text: string,
  { min, max }: { min: number; max: number },
): number | undefined {
  const plain = text.trim();
  if (!/^\d+(\.\d+)?$/.test(plain)) return undefined;
  const value = Number(plain);
  return value >= min && value <= max ? value : undefined;
}

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
