/**
 * Which of `count` choices an arrow key moves to from `index`, around the ends, or undefined when the
 * key moves nothing (WAI-ARIA patterns for tabs and radio groups).
 */
export const stepChoice = (key: string, index: number, count: number): number | undefined => {
  if (key === 'ArrowRight' || key === 'ArrowDown') return (index + 1) % count;
  if (key === 'ArrowLeft' || key === 'ArrowUp') return (index - 1 + count) % count;
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  return undefined;
};
