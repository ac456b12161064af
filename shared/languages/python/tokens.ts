/** The keywords of Python. Source: `keyword.kwlist` of CPython 3.14. */
export const keywords: ReadonlySet<string> = new Set(
  (
    'False None True and as assert async await break class continue def del elif else except ' +
    'finally for from global if import in is lambda nonlocal not or pass raise return try while ' +
    'with yield'
  ).split(' '),
);

/** A Python token with the facts that placeholders need. Offsets are in characters of the program. */
export interface Token {
  kind: 'name' | 'number' | 'operator' | 'string' | 'hole' | 'newline';
  start: number;
  end: number;
  text: string;
}

export type Region = 'code' | 'string' | 'f-string' | 'bytes' | 'comment';

/**
 * The result of a scan. Each expression of an f-string is a separate stream; the first stream is the program.
 */
export interface Scan {
  streams: Token[][];
  regions: { start: number; end: number; region: Region }[];
  /** The error at which Python stops. */
  fault?: { at: number; what: 'unterminated-string' | 'unbalanced-bracket' };
}

/** The interface between the parts of the scanner. */
export interface Reader {
  readonly characters: readonly string[];
  /** Reads tokens from `at` to the end of the program, or to the `}` or `:` that ends an f-string field. */
  code(at: number, field: boolean): number;
  mark(start: number, end: number, region: Region): void;
}

export function isOperator(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'operator' && texts.includes(token.text);
}

export function isKeyword(token: Token | undefined, ...texts: string[]): boolean {
  return token?.kind === 'name' && texts.includes(token.text);
}

/** Whether a value ends with this token, so that no value may follow it. */
export function isOperandEnd(token: Token): boolean {
  if (token.kind === 'name') return !keywords.has(token.text) || /^[TFN]/.test(token.text);
  if (token.kind === 'operator') return [')', ']', '}', '...'].includes(token.text);
  return token.kind !== 'newline';
}
