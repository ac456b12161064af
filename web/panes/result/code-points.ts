/** How many code points a text has; what a person would count as characters, nearly. */
export function codePoints(text: string): number {
  let count = text.length;
  for (let at = 1; at < text.length; at++) {
    if (text.charCodeAt(at) >> 10 === 0x37 && text.charCodeAt(at - 1) >> 10 === 0x36) count--;
  }
  return count;
}
