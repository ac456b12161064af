import { readJson } from '../../tool/exact-number.ts';
import { parseTree, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import type { Json } from '../../tool/json.ts';
import { placeOf } from './positions.ts';

type ParsedJson =
  | {
      ok: true;
      value: Json;
      /** Names that stand twice in one object: the later one counts. */
      duplicates: { name: string; line: number; column: number }[];
    }
  | { ok: false; message: string; line: number; column: number };

/** What is wrong, in words; the codes are jsonc-parser's. */
const words: Record<string, string> = {
  InvalidSymbol: 'A name or word stands where a value belongs; texts need double quotes',
  InvalidNumberFormat: 'A number is written in a way that JSON does not know',
  PropertyNameExpected:
    'A name in double quotes belongs here; a comma after the last entry is not allowed',
  ValueExpected: 'A value belongs here; a comma after the last entry is not allowed',
  ColonExpected: 'A ":" belongs between a name and its value',
  CommaExpected: 'A "," belongs between two entries',
  CloseBraceExpected: 'A "}" is missing',
  CloseBracketExpected: 'A "]" is missing',
  EndOfFileExpected: 'There is text after the end of the value',
  InvalidCommentToken: 'JSON knows no comments',
  UnexpectedEndOfComment: 'JSON knows no comments',
  UnexpectedEndOfString: 'A text has no closing quote on its line',
  UnexpectedEndOfNumber: 'A number is not finished',
  InvalidUnicode: 'An escape such as \\u0041 is not finished',
  InvalidEscapeCharacter: 'A backslash stands before a letter that JSON does not escape',
  InvalidCharacter: 'A control character stands in a text; write it as an escape',
};

const strict = { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false };
const DEEPEST = 500;

const duplicatesOf = (text: string) => {
  const open: Set<string>[] = [];
  const found: { name: string; line: number; column: number }[] = [];
  visit(
    text,
    {
      onObjectBegin: () => void open.push(new Set()),
      onObjectEnd: () => void open.pop(),
      onObjectProperty: (name, offset) => {
        const names = open.at(-1);
        if (names?.has(name)) found.push({ name, ...placeOf(text, offset) });
        names?.add(name);
      },
    },
    strict,
  );
  return found;
};

const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  // Braces within texts are no nesting.
  for (const sign of text.replace(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth);
    else if (sign === '}' || sign === ']') depth--;
  }
  return deepest;
};

/** Strict JSON (RFC 8259). An error has its line and column, both from 1, columns in code points. */
export function parseJson(text: string): ParsedJson {
  if (depthOf(text) > DEEPEST)
    return { ok: false, message: `Nested deeper than ${DEEPEST} levels`, line: 1, column: 1 };
  try {
    const value = readJson(text) as Json;
    return { ok: true, value, duplicates: text.length > 1_000_000 ? [] : duplicatesOf(text) };
  } catch (cause) {
    const errors: ParseError[] = [];
    parseTree(text, errors, strict);
    const [first] = errors;
    const said = cause instanceof Error ? cause.message : String(cause);
    const message = first ? words[printParseErrorCode(first.error)] : undefined;
    return { ok: false, message: message ?? said, ...placeOf(text, first?.offset ?? 0) };
  }
}
