/**
 * How well an entry of the palette meets what was typed: 0 hides it. Every word must occur; a word at
 * the start of the name counts most, one in the keywords least.
 */
export const paletteScore = (
  name: string,
  typed: string,
  keywords: readonly string[] = [],
): number => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const text = name.toLowerCase();
  const rest = keywords.join(' ').toLowerCase();
  let score = 1;
  for (const word of words) {
    const at = text.indexOf(word);
    if (at === 0 || (at > 0 && /[\s_]/.test(text[at - 1] ?? ''))) score = Math.min(score, 1);
    else if (at > 0) score = Math.min(score, 0.6);
    else if (rest.includes(word)) score = Math.min(score, 0.3);
    else return 0;
  }
  return score;
};
