/** Words of Python that are no names. Source: `keyword.kwlist` of CPython 3.14. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);

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

export function isOperator(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'operator' && texts.includes(token.text);
}

export function isKeyword(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'name' && texts.includes(token.text);
}

/** Whether a value ends with this token, so that none may follow it. */
export function isOperandEnd(token: Token): boolean {
  if (token.kind === 'name') return !keywords.has(token.text) || /^[TFN]/.test(token.text);
  if (token.kind === 'operator') return [')', ']', '}', '...'].includes(token.text);
  return token.kind !== 'newline';
}
