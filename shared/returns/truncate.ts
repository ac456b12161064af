/** What a cut kept and dropped, in code points. */
export interface Cut {
  text: string;
  kept: number;
  dropped: number;
}

/** Keeps the first `limit` code points: never half of a surrogate pair. */
export function truncate(text: string, limit: number): Cut {
  let end = 0;
  let kept = 0;
  while (end < text.length && kept < limit) {
    end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
    kept += 1;
  }
  return { text: text.slice(0, end), kept, dropped: count(text, end) };
}

function count(text: string, from: number): number {
  let points = 0;
  for (let at = from; at < text.length; points += 1)
    at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return points;
}
