import { readJson } from '../../tool/exact-number.ts';
import { parseTree, printParseErrorCode, visit, type ParseError } from 'jsonc-parser';
import type { Json } from '../../tool/json.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { fillText } from '../../tool/problem/reason.ts';
import { placeOf } from './positions.ts';

type ParsedJson =
  | {
      ok: true;
      value: Json;
      /** Names that occur twice in one object; the later one counts. */
      duplicates: { name: string; line: number; column: number }[];
    }
  | { ok: false; message: string; phrase: Phrase; line: number; column: number };

/** The faults of a JSON text, by code. */
export const jsonFaults = {
  'json-symbol': 'Expected a value, found a name or word; strings need double quotes',
  'json-name': 'A name in double quotes belongs here; a comma after the last entry is not allowed',
  'json-value': 'A value belongs here; a comma after the last entry is not allowed',
  'json-colon': 'A ":" belongs between a name and its value',
  'json-comma': 'A "," belongs between two entries',
  'json-brace': 'A "}" is missing',
  'json-bracket': 'A "]" is missing',
  'json-after-end': 'There is text after the end of the value',
  'json-comment': 'JSON has no comments',
  'json-quote': 'A string has no closing quote on its line',
  'json-number-end': 'A number is not finished',
  'json-unicode': 'An escape such as \\u0041 is not finished',
  'json-escape': 'A backslash stands before a letter that JSON does not escape',
  'json-character': 'A control character stands in a string; write it as an escape',
  'json-too-deep': 'Nested deeper than {most} levels',
  // The message of the JavaScript engine for an error without a code.
  'json-other': '"{said}"',
} satisfies Record<string, string>;

export type JsonFaultCode = keyof typeof jsonFaults;

/** By the codes of jsonc-parser. */
const codes: Record<string, JsonFaultCode> = {
  InvalidSymbol: 'json-symbol',
  InvalidNumberFormat: 'json-number-end',
  PropertyNameExpected: 'json-name',
  ValueExpected: 'json-value',
  ColonExpected: 'json-colon',
  CommaExpected: 'json-comma',
  CloseBraceExpected: 'json-brace',
  CloseBracketExpected: 'json-bracket',
  EndOfFileExpected: 'json-after-end',
  InvalidCommentToken: 'json-comment',
  UnexpectedEndOfComment: 'json-comment',
  UnexpectedEndOfString: 'json-quote',
  UnexpectedEndOfNumber: 'json-number-end',
  InvalidUnicode: 'json-unicode',
  InvalidEscapeCharacter: 'json-escape',
  InvalidCharacter: 'json-character',
};

const fault = (code: JsonFaultCode, values: Record<string, string | number> = {}) => ({
  ok: false as const,
  message: fillText(jsonFaults[code], values),
  phrase: { code, values },
});

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
  // Brackets in strings do not nest.
  for (const sign of text.replace(/"(?:[^"\\]|\\.)*"/gs, '')) {
    if (sign === '{' || sign === '[') deepest = Math.max(deepest, ++depth);
    else if (sign === '}' || sign === ']') depth--;
  }
  return deepest;
};

/**
 * Parses strict JSON (RFC 8259). An error has its line and column, both from 1; columns count code points.
 */
export function parseJson(text: string): ParsedJson {
  if (depthOf(text) > DEEPEST)
    return { ...fault('json-too-deep', { most: DEEPEST }), line: 1, column: 1 };
  try {
    const value = readJson(text) as Json;
    return { ok: true, value, duplicates: text.length > 1_000_000 ? [] : duplicatesOf(text) };
  } catch (cause) {
    const errors: ParseError[] = [];
    parseTree(text, errors, strict);
    const [first] = errors;
    const code = first && codes[printParseErrorCode(first.error)];
    const said = cause instanceof Error ? cause.message : String(cause);
    const found = code ? fault(code) : fault('json-other', { said });
    return { ...found, ...placeOf(text, first?.offset ?? 0) };
  }
}
