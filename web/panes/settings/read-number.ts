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
