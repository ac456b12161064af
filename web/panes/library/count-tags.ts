/** Every tag that stands in the lists, by name, with how many of them have it. */
export const countTags = (
  lists: readonly (readonly string[])[],
): readonly (readonly [tag: string, count: number])[] =>
  [...new Set(lists.flat())]
    .toSorted()
    .map((tag) => [tag, lists.filter((one) => one.includes(tag)).length]);
