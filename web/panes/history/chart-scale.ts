/** A round top above the highest value, and the lines at its bottom, middle and top. */
export function chartScale(values: readonly number[]): { top: number; lines: number[] } {
  const highest = Math.max(10, ...values);
  const power = 10 ** Math.floor(Math.log10(highest));
  const top = [1, 2, 5, 10].map((step) => step * power).find((one) => one >= highest) ?? highest;
  return { top, lines: [0, top / 2, top] };
}
