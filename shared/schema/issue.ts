import type { Json, JsonSchema } from '../tool/json.ts';
import { sayPhrase } from '../tool/problem/phrase.ts';
import type { Phrase } from '../tool/problem/phrase.ts';
import { englishIssues } from './checking/issue-texts.ts';
import type { IssueCode } from './checking/issue-texts.ts';
import { phrase } from './checking/sentence.ts';
import { jsonPointer } from './json/pointer.ts';
import { MAX_DEPTH, measure } from './json/values.ts';

/** Why a value violates a schema: one leaf, in one sentence. */
export interface Issue {
  /** The path in the value, with dots, such as `a.b.0`; empty for the value itself. */
  path: string;
  /** The same path as a JSON pointer, for names that contain dots. */
  pointer: string;
  keyword: string;
  /** The expected and the actual value, for every language. */
  phrase: Phrase;
  /** The same in English, in sentence case without a full stop. */
  message: string;
  /** The violated part of the schema. */
  expected: Json;
}

/** An issue of the whole value. */
export const whole = (keyword: string, what: Phrase, expected: Json = true): Issue =>
  issueAt([], keyword, what, expected);

/** An issue at the path of the tokens. */
export const issueAt = (
  tokens: readonly string[],
  keyword: string,
  what: Phrase,
  expected: Json,
): Issue => ({
  path: tokens.join('.'),
  pointer: jsonPointer('', ...tokens),
  keyword,
  phrase: what,
  message: sayPhrase(what, englishIssues) ?? what.code,
  expected,
});

const MAX_SCHEMA_NODES = 50_000;
const MAX_VALUE_NODES = 500_000;
const MAX_CHARACTERS = 50_000_000;

/** Why a schema is not checked at all: its depth or its size. */
export const schemaTooLarge = (schema: JsonSchema): Issue | undefined =>
  oversize('schema', schema, MAX_SCHEMA_NODES);

/** Why a value is not checked at all: its depth or its size. */
export const valueTooLarge = (value: Json): Issue | undefined =>
  oversize('value', value, MAX_VALUE_NODES);

function oversize(what: 'schema' | 'value', subject: Json, most: number): Issue | undefined {
  const { nodes, depth, characters } = measure(subject, most + 1);
  const over = (keyword: string, code: IssueCode, limit: number) =>
    whole(keyword, phrase(code, { most: limit }));
  if (depth > MAX_DEPTH) return over('depth', `${what}-too-deep`, MAX_DEPTH);
  if (nodes > most) return over('size', `${what}-parts`, most);
  return characters > MAX_CHARACTERS
    ? over('size', `${what}-characters`, MAX_CHARACTERS)
    : undefined;
}
