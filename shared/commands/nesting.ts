/** How deep the brackets of a text nest, whatever they stand for. */
export const nesting = (text: string): number => {
  let depth = 0;
  let most = 0;
  for (const character of text) {
    if ('({['.includes(character)) most = Math.max(most, ++depth);
    else if (')}]'.includes(character)) depth = Math.max(0, depth - 1);
  }
  return most;
};
