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
