/** Where a part of a template stands in the language that it is written in. */
export type Place = 'code' | 'string' | 'f-string' | 'bytes' | 'comment';

/** What the problems of a template depend on beyond its braces. */
export interface Hints {
  /** `raw` is what `str.format` does; `bound` by default. */
  mode?: 'bound' | 'raw';
  /** Where the part that begins at an offset stands, if the language was read. */
  place?: (offset: number) => Place | undefined;
}
