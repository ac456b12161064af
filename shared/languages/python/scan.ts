import { HOLE } from './program.ts';
import type { Program } from './program.ts';
import type { Reader, Region, Scan, Token } from './tokens.ts';

/** Thrown only inside the scanner if a string or bracket never ends. */
class Unreadable extends Error {
  readonly fault: NonNullable<Scan['fault']>;

  constructor(at: number, what: NonNullable<Scan['fault']>['what']) {
    super(what);
    this.fault = { at, what };
  }
}

interface Quoted {
  quote: string;
  size: number;
  raw: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}_]/u;
const DIGIT = /\p{Nd}/u;
const PREFIXES = new Set(['r', 'u', 'b', 'br', 'rb', 'f', 'fr', 'rf', 't', 'tr', 'rt']);
const OPERATORS = new Set([
  ...['...', '**=', '//=', '>>=', '<<=', ':=', '->', '==', '!=', '<=', '>='],
  ...['+=', '-=', '*=', '/=', '%=', '&=', '|=', '^=', '@=', '**', '//', '>>', '<<'],
]);
const PARTNER: Record<string, string> = { ')': '(', ']': '[', '}': '{' };

class Scanner implements Reader {
  readonly characters: readonly string[];
  readonly result: Scan = { streams: [], regions: [] };

  constructor(characters: readonly string[]) {
    this.characters = characters;
  }

  /** Reads tokens from `at` to the end of the program, or to the `}` or `:` that ends an f-string field. */
  code(at: number, field: boolean): number {
    const tokens: Token[] = [];
    this.result.streams.push(tokens);
    const open: { text: string; at: number }[] = [];
    while (at < this.characters.length) {
      const character = this.characters[at] ?? '';
      if (field && open.length === 0 && (character === '}' || character === ':')) return at;
      const end = this.#token(at, tokens, open, field);
      at = end;
    }
    if (field) throw new Unreadable(at, 'unterminated-string');
    const [last] = open.slice(-1);
    if (last !== undefined) throw new Unreadable(last.at, 'unbalanced-bracket');
    return at;
  }

  mark(start: number, end: number, region: Region): void {
    this.result.regions.push({ start, end, region });
  }

  #token(at: number, tokens: Token[], open: { text: string; at: number }[], field: boolean) {
    const { characters } = this;
    const character = characters[at] ?? '';
    const put = (kind: Token['kind'], end: number) => {
      tokens.push({ kind, start: at, end, text: characters.slice(at, end).join('') });
      return end;
    };
    if (character === HOLE) return put('hole', at + 1);
    if (character === '\n' || character === '\r') {
      if (open.length === 0 && !field) put('newline', at + 1);
      return at + 1;
    }
    if (character === '\\') return at + (this.#text(at + 1, 2) === '\r\n' ? 3 : 2);
    if (character === '#') {
      let end = at;
      while (end < characters.length && !/[\r\n]/.test(characters[end] ?? '')) end += 1;
      this.mark(at, end, 'comment');
      return end;
    }
    if (character === '"' || character === "'") return put('string', scanString(this, at, ''));
    if (WORD.test(character)) {
      let end = at + 1;
      while (end < characters.length && WORD.test(characters[end] ?? '')) end += 1;
      const word = characters.slice(at, end).join('');
      const quoted = characters[end] === '"' || characters[end] === "'";
      if (quoted && PREFIXES.has(word.toLowerCase())) {
        return put('string', scanString(this, end, word.toLowerCase()));
      }
      return put(DIGIT.test(character) ? 'number' : 'name', end);
    }
    if (/\s/.test(character)) return at + 1;
    if ('([{'.includes(character)) open.push({ text: character, at });
    else if (PARTNER[character] !== undefined && open.pop()?.text !== PARTNER[character]) {
      throw new Unreadable(at, 'unbalanced-bracket');
    }
    const size = [3, 2].find((length) => OPERATORS.has(this.#text(at, length))) ?? 1;
    return put('operator', at + size);
  }

  #text(at: number, length: number): string {
    return this.characters.slice(at, at + length).join('');
  }
}

/** Scans a program. Keeps everything that it found before a fault. */
export function scan({ characters }: Program): Scan {
  const scanner = new Scanner(characters);
  try {
    scanner.code(0, false);
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    scanner.result.fault = error.fault;
  }
  return scanner.result;
}

/**
 * Returns the offset after the string whose quote is at `at`. The expressions of an f-string become separate
 * streams.
 */
function scanString(scanner: Reader, at: number, prefix: string): number {
  const { characters } = scanner;
  const quote = characters[at] ?? '';
  const triple = characters[at + 1] === quote && characters[at + 2] === quote;
  const quoted = { quote, size: triple ? 3 : 1, raw: prefix.includes('r') };
  const start = at + quoted.size;
  if (/[ft]/.test(prefix)) return formatted(scanner, start, quoted, false) + quoted.size;
  for (let end = start; end < characters.length; end += 1) {
    const character = characters[end];
    if (character === '\\') end += skipped(characters, end + 1);
    else if (closes(characters, end, quoted)) {
      scanner.mark(start, end, prefix.includes('b') ? 'bytes' : 'string');
      return end + quoted.size;
    } else if (!triple && (character === '\n' || character === '\r')) break;
  }
  throw new Unreadable(at, 'unterminated-string');
}

/** Returns the end of an f-string's plain text; in a format specification, the brace that ends it. */
function formatted(scanner: Reader, begin: number, quoted: Quoted, specification: boolean) {
  const { characters } = scanner;
  let start = begin;
  for (let at = begin; at < characters.length; at += 1) {
    const character = characters[at];
    const doubled = characters[at + 1] === character;
    if (character === '\\') {
      const next = characters[at + 1];
      if (next === '{' || next === '}') continue;
      if (!quoted.raw && next === 'N' && characters[at + 2] === '{') {
        while (at < characters.length && characters[at] !== '}') at += 1;
      } else at += skipped(characters, at + 1);
    } else if (character === '{' && (!doubled || specification)) {
      // The brace belongs to the template, so it counts as text.
      scanner.mark(start, at + 1, 'f-string');
      let end = scanner.code(at + 1, true);
      if (characters[end] === ':') end = formatted(scanner, end + 1, quoted, true);
      at = end;
      start = end + 1;
    } else if (closes(characters, at, quoted) || (character === '}' && specification)) {
      scanner.mark(start, at, 'f-string');
      return at;
    } else if (character === '{' || (character === '}' && doubled)) at += 1;
    else if (quoted.size === 1 && (character === '\n' || character === '\r')) break;
  }
  throw new Unreadable(begin, 'unterminated-string');
}

function skipped(characters: readonly string[], at: number): number {
  return characters[at] === '\r' && characters[at + 1] === '\n' ? 2 : 1;
}

function closes(characters: readonly string[], at: number, { quote, size }: Quoted): boolean {
  for (let index = 0; index < size; index += 1) {
    if (characters[at + index] !== quote) return false;
  }
  return true;
}
