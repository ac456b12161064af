/**
 * The editor counts a line's columns in UTF-16 units; problems count them in code points. Both begin
 * at 1. A column past the end of the line stays as far past it.
 */
export const utf16Column = (line: string, column: number): number => {
  let units = 1;
  let points = 1;
  for (const point of line) {
    if (points === column) return units;
    units += point.length;
    points++;
  }
  return units + (column - points);
};

/** The opposite of `utf16Column`: a column in code points, from 1. */
export const codePointColumn = (line: string, column: number): number =>
  [...line.slice(0, column - 1)].length + 1;

/** The smallest stretch of `before` that must be replaced to become `after`; offsets in UTF-16 units. */
export const changedRange = (
  before: string,
  after: string,
): { start: number; end: number; text: string } | undefined => {
  if (before === after) return undefined;
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let same = 0;
  while (
    same < most - start &&
    before[before.length - 1 - same] === after[after.length - 1 - same]
  ) {
    same++;
  }
  return { start, end: before.length - same, text: after.slice(start, after.length - same) };
};
