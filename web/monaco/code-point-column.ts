/** The opposite of `utf16Column`: a column in code points, from 1. */
export const codePointColumn = (line: string, column: number): number =>
  [...line.slice(0, column - 1)].length + 1;
