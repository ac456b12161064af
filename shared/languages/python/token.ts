/** A token of Python, as far as placeholders need it. Offsets in characters of the program. */
export interface Token {
  kind: 'name' | 'number' | 'operator' | 'string' | 'hole' | 'newline';
  start: number;
  end: number;
  text: string;
}

export type Region = 'code' | 'string' | 'f-string' | 'bytes' | 'comment';

/** What a scan finds. Each expression of an f-string is a stream of its own; the first is the program. */
export interface Scan {
  streams: Token[][];
  regions: { start: number; end: number; region: Region }[];
  /** What keeps Python from reading on. */
  fault?: { at: number; what: 'unterminated-string' | 'unbalanced-bracket' };
}

/** What the parts of the scanner need of each other. */
export interface Reader {
  readonly characters: readonly string[];
  /** Tokens from `at` to the end of the program, or of a field of an f-string: at `}` or `:`. */
  code(at: number, field: boolean): number;
  mark(start: number, end: number, region: Region): void;
}
