const MOST = 20;

/** The words of a search, at most 20. A NUL ends a word: the index would take it for the end of its query. */
export const searchWords = (query: string): string[] =>
  query
    .split(/[\s\0]+/)
    .filter(Boolean)
    .slice(0, MOST);
