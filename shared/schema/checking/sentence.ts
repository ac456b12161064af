import { ExactNumber, writeJson } from '../../tool/exact-number.ts';
import type { Json } from '../../tool/json.ts';
import type { Phrase } from '../../tool/problem/phrase.ts';
import { isObject } from '../json/values.ts';
import type { IssueCode } from './issue-texts.ts';

export const phrase = (code: IssueCode, values?: Phrase['values']): Phrase =>
  values === undefined ? { code } : { code, values };

const TYPES = new Set<string>(
  'string number integer boolean array object null'.split(' ') satisfies string[],
);

/** Keywords that are requirements by themselves. Source: JSON Schema 2020-12, validation. */
const COUNTS = new Set(
  'minLength maxLength minItems maxItems minProperties maxProperties minContains maxContains'.split(
    ' ',
  ),
);
const BOUNDS = new Set(
  'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf format pattern'.split(' '),
);
const PLAIN = new Set('uniqueItems contains propertyNames not'.split(' '));

/** Returns the phrase for a violated keyword: the expected and the given value. */
export function unlike(keyword: string, part: Json, given: Json | undefined): Phrase {
  const value = isObject(part) ? part[keyword] : undefined;
  const wanted = wantedBy(keyword, value) ?? expectedBy(part);
  return phrase('unlike', { expected: wanted, given: givenAs(given) });
}

function wantedBy(code: string, value: Json | undefined): Phrase | undefined {
  if (COUNTS.has(code)) return { code, values: { count: String(value) } };
  if (BOUNDS.has(code)) return { code, values: { bound: String(value) } };
  return PLAIN.has(code) ? { code } : undefined;
}

/** Returns the expectation of a schema: one phrase or alternatives, such as an integer or null. */
export function expectedBy(schema: Json | undefined): Phrase | Phrase[] {
  if (!isObject(schema)) return phrase('value');
  if ('const' in schema) return literal(schema.const!);
  if (Array.isArray(schema.enum)) return oneOf(schema.enum.map(literal));
  const types = [schema.type].flat().filter((type) => typeof type === 'string');
  if (types.length > 0)
    return oneOf(
      types.map((type) => (TYPES.has(type) ? { code: type } : phrase('value-of-type', { type }))),
    );
  const options = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(options)) return phrase('value');
  const each = new Map(options.map(expectedBy).map((one) => [JSON.stringify(one), one]));
  return oneOf([...each.values()].flat());
}

function literal(value: Json): Phrase {
  const text = writeJson(value);
  return phrase('literal', { text: text.length > 80 ? `${text.slice(0, 79)}…` : text });
}

function oneOf(phrases: Phrase[]): Phrase | Phrase[] {
  if (phrases.length < 2) return phrases[0] ?? phrase('no-value');
  return phrases.length > 12
    ? [...phrases.slice(0, 11), phrase('more', { count: phrases.length - 11 })]
    : phrases;
}

/** Returns the phrase for a given value, such as the string "abc"; long strings are cut. */
export function givenAs(value: Json | undefined): Phrase {
  if (value === undefined) return phrase('nothing');
  if (Array.isArray(value)) return phrase('given-array', { count: value.length });
  if (value instanceof ExactNumber) return phrase('literal', { text: value.text });
  if (typeof value === 'string') {
    const signs = [...value.slice(0, 200)];
    const text = `${signs.slice(0, 60).join('')}${signs.length > 60 ? '…' : ''}`;
    return phrase('given-string', { text });
  }
  return isObject(value) ? phrase('object') : phrase('literal', { text: String(value) });
}
