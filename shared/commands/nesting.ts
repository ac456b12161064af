/** Returns the depth to which the brackets of a text nest, including quoted ones. */
export const nesting = (text: string): number => {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === '(' || character === '{' || character === '[') {
      depth += 1;
      if (depth > most) most = depth;
    } else if ((character === ')' || character === '}' || character === ']') && depth > 0) {
      depth -= 1;
    }
  }
  return most;
};
