import { HOLE, type Program } from './program.ts';
import { scanString } from './scan-string.ts';
import type { Reader, Region, Scan, Token } from './token.ts';
import { Unreadable } from './unreadable.ts';

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

  /** Tokens from `at` to the end of the program, or of the field of an f-string: at `}` or `:`. */
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

/** Where everything of a program stands; what was found before a fault is kept. */
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
