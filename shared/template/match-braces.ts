/** Reads what follows a brace at an offset: where a placeholder that begins there ends. */
export type PlaceholderEnd = (at: number) => number | undefined;

/** Which single braces belong to the one at `start`, and where its partner ends. */
export interface Matched {
  end: number;
  braces: number[];
}

/**
 * Finds the partner of a single `{` as Python would, over nested braces and strings. Braces that
 * are doubled already are pairs of their own, and placeholders are left alone.
 */
export function matchBraces(
  characters: readonly string[],
  start: number,
  placeholderEnd: PlaceholderEnd,
): Matched | undefined {
  const open: ('single' | 'double')[] = [];
  const braces: number[] = [];
  let quote: string | undefined;
  for (let at = start; at < characters.length; at += 1) {
    const character = characters[at] ?? '';
    const doubled = characters[at + 1] === character;
    if (character === '{') {
      const end = at === start ? undefined : placeholderEnd(at);
      if (end !== undefined && !doubled) at = end - 1;
      else if (at !== start && doubled) {
        if (quote === undefined) open.push('double');
        at += 1;
      } else {
        if (quote === undefined) open.push('single');
        braces.push(at);
      }
    } else if (character === '}') {
      if (quote !== undefined) {
        if (doubled) at += 1;
        else braces.push(at);
        continue;
      }
      if (open.pop() === 'double') {
        if (!doubled) return undefined;
        at += 1;
      } else braces.push(at);
      if (open.length === 0) return { end: at + 1, braces };
    } else if (quote !== undefined) {
      if (character === '\\') at += 1;
      else if (character === quote) quote = undefined;
    } else if ((character === '"' || character === "'") && closes(characters, at)) {
      quote = character;
    }
  }
  return undefined;
}

/** Whether a quote opens a string that ends on its line. */
function closes(characters: readonly string[], start: number): boolean {
  for (let at = start + 1; at < characters.length; at += 1) {
    const character = characters[at];
    if (character === '\\') at += 1;
    else if (character === '\n' || character === '\r') return false;
    else if (character === characters[start]) return true;
  }
  return false;
}
