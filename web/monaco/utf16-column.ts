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
