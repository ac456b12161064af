import { parse, printParseErrorCode } from 'jsonc-parser';
import type { ParseError } from 'jsonc-parser';
import { isObject } from '../../../shared/schema/json/values.ts';
import { readJson, type ExactNumber } from '../../../shared/tool/exact-number.ts';
import type { Arguments, Json } from '../../../shared/tool/json.ts';

/** Arguments as they stand in the JSON editor. Lines and columns count from 1, in code points. */
export type ParsedArguments =
  | { ok: true; value: Arguments }
  | { ok: false; problem: 'syntax'; line: number; column: number; code: string }
  | { ok: false; problem: 'not-an-object'; found: string };

/** Reads the JSON editor's text; an empty text is no arguments. */
export function parseArguments(text: string): ParsedArguments {
  if (text.trim() === '') return { ok: true, value: {} };
  let value: Json;
  try {
    value = readJson(text) as Json;
  } catch {
    return { ok: false, problem: 'syntax', ...placeOfError(text) };
  }
  if (isObject(value)) return { ok: true, value };
  const found = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return { ok: false, problem: 'not-an-object', found };
}

function placeOfError(text: string): { line: number; column: number; code: string } {
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: false, disallowComments: true });
  // A control character or a lone surrogate can be an error to one parser only.
  const first = errors[0] ?? { error: 1, offset: 0, length: 0 };
  const before = text.slice(0, first.offset);
  const line = before.split('\n').length;
  const column = [...before.slice(before.lastIndexOf('\n') + 1)].length + 1;
  return { line, column, code: printParseErrorCode(first.error) };
}

/** What a person typed into a number's input. */
type TypedNumber =
  | { kind: 'empty' }
  | { kind: 'number'; value: number | ExactNumber }
  /** No number (yet): kept as it was typed, so that nothing is lost. */
  | { kind: 'text'; text: string };

const JSON_NUMBER = /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?$/;

/** Reads an input's text as a JSON number; spaces around it, a leading `+` and a bare dot are forgiven. */
export function readNumber(typed: string): TypedNumber {
  const text = typed.trim();
  if (text === '') return { kind: 'empty' };
  const plain = text
    .replace(/^\+/, '')
    .replace(/^(-?)0+(?=\d)/, '$1')
    .replace(/^(-?)\./, '$10.')
    .replace(/^(-?\d+)\.(?=$|[eE])/, '$1');
  if (!JSON_NUMBER.test(plain)) return { kind: 'text', text: typed };
  return { kind: 'number', value: readJson(plain) as number | ExactNumber };
}

/** The JSON value that a text is, in a wrapper because null is one, or undefined. */
export function readValue(text: string): { value: Json } | undefined {
  try {
    return { value: readJson(text) as Json };
  } catch {
    return undefined;
  }
}
