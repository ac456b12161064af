import type { Reader } from './token.ts';
import { Unreadable } from './unreadable.ts';

interface Quoted {
  quote: string;
  size: number;
  raw: boolean;
}

/** Past the string whose quote is at `at`; an f-string's expressions become streams of their own. */
export function scanString(scanner: Reader, at: number, prefix: string): number {
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

/** The end of an f-string's plain text, or in a format specification the brace that ends it. */
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
      // The brace itself is the template's business, so it counts as text.
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
