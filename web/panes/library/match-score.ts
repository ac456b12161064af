/** What is searched: a name, and what else is said of the thing, the weightiest first. */
export interface Searched {
  name: string;
  /** Other names and tags, then whole sentences. */
  words?: readonly string[];
  sentences?: readonly string[];
}

/** How well something meets a query: `score` is above 0 and at most 1. */
export interface Match {
  score: number;
  /** The indices of the name's letters that were met. */
  marks: readonly number[];
  /** The word or sentence that was met where the name was not. */
  met?: string | undefined;
}

/**
 * The match of every word of the query, or undefined where one is not met. In the name a word may be short for it: its
 * letters then stand in order, each behind the one before or at the start of a part, as in `gt25` for `generated_tool_25`.
 */
export const matchOf = (
  query: string,
  { name, words = [], sentences = [] }: Searched,
): Match | undefined => {
  let marks: readonly number[] = [];
  let met: string | undefined;
  let score = 1;
  for (const typed of wordsOf(query)) {
    const inName = nameMatch(typed, name);
    if (inName) marks = marks.length === 0 ? inName.marks : inOrder([...marks, ...inName.marks]);
    let best = inName?.score ?? 0;
    for (const [texts, weight] of [
      [words, 0.5],
      [sentences, 0.3],
    ] as const) {
      // What is met in a name is above all of these.
      if (best >= weight) break;
      for (const text of texts) {
        const found = weight * partScore(typed, text.toLowerCase());
        if (found <= best) continue;
        best = found;
        met = text;
      }
    }
    if (best === 0) return undefined;
    score = Math.min(score, best);
  }
  return { score, marks, met };
};

const inOrder = (marks: readonly number[]) => [...new Set(marks)].sort((a, b) => a - b);
const wordsOf = (query: string) => query.toLowerCase().split(/\s+/).filter(Boolean);

/** 1 for the whole text, less for its start, the start of a part, and the middle; 0 where it is not there. */
const partScore = (typed: string, text: string): number => {
  const at = text.indexOf(typed);
  if (at < 0) return 0;
  if (at === 0) return typed.length === text.length ? 1 : 0.95;
  return startsPart(text, at) ? 0.85 : 0.7;
};

const nameMatch = (typed: string, name: string): { score: number; marks: number[] } | undefined => {
  const text = name.toLowerCase();
  const score = partScore(typed, text);
  // Shorter names are nearer to what was typed.
  const near = typed.length / Math.max(text.length, 1) / 100;
  if (score > 0) {
    const at = text.indexOf(typed);
    return { score: Math.min(1, score + near), marks: Array.from(typed, (_, n) => at + n) };
  }
  if (typed.length < 2) return undefined;
  const marks = shortFor(typed, name);
  return marks && { score: 0.6 + near, marks };
};

/** Whether a part of a name begins here: behind a sign, at a capital behind a small letter, where digits begin. */
const startsPart = (text: string, at: number): boolean => {
  const [before = '', here = ''] = [text[at - 1], text[at]];
  if (at === 0 || !/[\p{L}\p{N}]/u.test(before)) return true;
  if (/\p{Lu}/u.test(here) && /\p{Ll}/u.test(before)) return true;
  return /\d/.test(here) && !/\d/.test(before);
};

/** Where the letters of a short form stand in a name. */
const shortFor = (typed: string, name: string): number[] | undefined => {
  const text = name.toLowerCase();
  if (!standsInOrder(typed, text)) return undefined;
  /** What was tried in vain, so that no name takes long. */
  const vain = new Set<number>();
  const from = (letter: number, at: number): number[] | undefined => {
    if (letter === typed.length) return [];
    if (vain.has(letter * 1000 + at)) return undefined;
    for (let next = at; next < Math.min(text.length, 999); next += 1) {
      const isNear = letter > 0 && next === at;
      if (text[next] !== typed[letter] || !(isNear || startsPart(name, next))) continue;
      const rest = from(letter + 1, next + 1);
      if (rest) return [next, ...rest];
    }
    vain.add(letter * 1000 + at);
    return undefined;
  };
  return from(0, 0);
};

const standsInOrder = (letters: string, text: string): boolean => {
  let at = -1;
  for (let next = 0; next < letters.length; next += 1) {
    at = text.indexOf(letters[next] ?? '', at + 1);
    if (at < 0) return false;
  }
  return true;
};

/** Those that a query meets, the best first and equals in their own order; each with its match. */
export const bestFirst = <T, M extends Match>(
  all: readonly T[],
  match: (one: T) => M | undefined,
): { one: T; match: M }[] => {
  const met: { one: T; match: M }[] = [];
  for (const one of all) {
    const found = match(one);
    if (found) met.push({ one, match: found });
  }
  return met.sort((a, b) => b.match.score - a.match.score);
};
