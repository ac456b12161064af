/** The parts of `a, b or "c, d"`. What stands in quotes is whole; a quote without end is the rest. */
export const splitChoices = (text: string): string[] => {
  const parts: string[] = [];
  let from = 0;
  for (const { 0: found, index } of text.matchAll(/"(?:[^"\\]|\\[^])*"?|true or false|, | or /g)) {
    if (!/^(?:, | or )$/.test(found)) continue;
    parts.push(text.slice(from, index));
    from = index + found.length;
  }
  return [...parts, text.slice(from)];
};
