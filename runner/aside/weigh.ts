/** The limit for work that runs at once: it takes a few milliseconds, whatever the text contains. */
const LIGHT = 32_000;
/** A bracket counts more than a character, because the search for its partner may scan the whole text. */
const BRACKET = 64;
const VALUE = 8;

/** Whether work on these values is light. Stops counting at the limit. */
export function isLight(values: readonly unknown[]): boolean {
  const open: unknown[] = [...values];
  let weight = 0;
  for (let at = 0; at < open.length; at += 1) {
    const value = open[at];
    weight += VALUE;
    if (typeof value === 'string') weight += weightOf(value);
    else if (typeof value === 'object' && value !== null) {
      const parts: unknown[] = Array.isArray(value) ? value : Object.values(value);
      if (weight + parts.length * VALUE > LIGHT) return false;
      for (const part of parts) open.push(part);
    }
    if (weight > LIGHT) return false;
  }
  return true;
}

function weightOf(text: string): number {
  if (text.length > LIGHT) return text.length;
  let weight = text.length;
  for (let at = 0; at < text.length && weight <= LIGHT; at += 1)
    if ('{[('.includes(text.charAt(at))) weight += BRACKET;
  return weight;
}
