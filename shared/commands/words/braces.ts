/** The highest number of words that one word may expand to. */
const MOST_WORDS = 256;

const split = (body: string): string[] => {
  const parts: string[] = [];
  let depth = 0;
  let part = '';
  for (const character of body) {
    if (character === '{') depth++;
    if (character === '}') depth--;
    if (character === ',' && depth === 0) {
      parts.push(part);
      part = '';
    } else part += character;
  }
  return [...parts, part];
};

const closing = (text: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text[at] === '{') depth++;
    if (text[at] === '}' && --depth === 0) return at;
  }
  return -1;
};

/**
 * Expands the braces of an unquoted word: `a{b,c}` becomes `ab` and `ac`. Keeps sequences such as `{1..3}`,
 * which contain no name of a program or path. Returns undefined if there are too many words.
 */
export const expandBraces = (word: string): string[] | undefined => {
  for (let open = word.indexOf('{'); open >= 0; open = word.indexOf('{', open + 1)) {
    const close = closing(word, open);
    if (close < 0) return [word];
    const parts = split(word.slice(open + 1, close));
    if (parts.length < 2) continue;
    const words: string[] = [];
    for (const part of parts) {
      const more = expandBraces(word.slice(0, open) + part + word.slice(close + 1));
      if (!more || words.length + more.length > MOST_WORDS) return undefined;
      words.push(...more);
    }
    return words;
  }
  return [word];
};
