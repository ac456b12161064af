import type { z } from 'zod';
import { bodyFaults } from '../../../shared/schema/checking/body-faults.ts';
import { englishIssues } from '../../../shared/schema/checking/issue-texts.ts';
import { expectedBy, givenAs, phrase } from '../../../shared/schema/checking/sentence.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import { Json } from '../../../shared/tool/json.ts';
import { sayPhrase, type Phrase } from '../../../shared/tool/problem/phrase.ts';

const english = { ...englishIssues, texts: { ...englishIssues.texts, ...bodyFaults } };

/** Returns why a body is invalid, in English and as a phrase that the page translates. */
export function bodyIssue(issue: z.core.$ZodIssue, body: Json) {
  const reason = phraseOf(issue, valueAt(body, issue.path));
  return { why: (reason && sayPhrase(reason, english)) ?? issue.message, reason };
}

const valueAt = (body: Json, path: PropertyKey[]): Json | undefined =>
  path.reduce<Json | undefined>((value, key) => {
    const isHeld = (isObject(value) || Array.isArray(value)) && Object.hasOwn(value, key);
    return isHeld ? (value as Record<PropertyKey, Json>)[key] : undefined;
  }, body);

function phraseOf(issue: z.core.$ZodIssue, value: Json | undefined): Phrase | undefined {
  const own = Object.entries(bodyFaults).find(([, message]) => message === issue.message);
  if (own) return { code: own[0] };
  if (issue.code === 'unrecognized_keys')
    return phrase('no-name-here', { name: issue.keys[0] ?? '' });
  if (issue.code === 'custom') return undefined;
  const within = issue.code === 'invalid_union' ? ofUnion(issue, value) : undefined;
  if (within) return within;
  const expected = expectedOf(issue);
  if (expected === undefined) return phrase('schema-unmatched');
  // A body may contain a secret, so the message does not repeat its values.
  const given =
    typeof value === 'string'
      ? phrase('given-characters', { count: Array.from(value).length })
      : givenAs(value);
  const name = String(issue.path.at(-1) ?? '');
  return value === undefined && name !== ''
    ? phrase('missing', { name, expected })
    : phrase('unlike', { expected, given });
}

type Union = Extract<z.core.$ZodIssue, { code: 'invalid_union' }>;

/**
 * Returns the issue of the closest alternative: the one that matched deepest, then the one with the fewest issues.
 */
function ofUnion(issue: Union, value: Json | undefined): Phrase | undefined {
  const [nearest] = issue.errors
    .filter(([first]) => first && first.path.length > 0)
    .sort((a, b) => (b[0]?.path.length ?? 0) - (a[0]?.path.length ?? 0) || a.length - b.length);
  const [first] = nearest ?? [];
  return first && value !== undefined ? phraseOf(first, valueAt(value, first.path)) : undefined;
}

/** Returns the accepted kinds of values, if each alternative is one. */
function unionOf(issue: Union): Phrase[] | undefined {
  if ('options' in issue && issue.options)
    return [expectedBy({ enum: issue.options.map((one) => String(one)) }) ?? []].flat();
  const forms = issue.errors.map(([first]) => first && expectedOf(first));
  return forms.length > 0 && forms.every((form) => form !== undefined) ? forms.flat() : undefined;
}

/** The names of zod's types that differ from JSON's. */
const types: Record<string, string> = { record: 'object', int: 'integer' };

function expectedOf(issue: z.core.$ZodIssue): Phrase | Phrase[] | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return expectedBy({ type: types[issue.expected] ?? issue.expected });
    case 'invalid_value':
      return expectedBy({
        enum: issue.values.map((one) => Json.safeParse(one).data ?? String(one)),
      });
    case 'too_small':
      return bound('min', issue.origin, issue.minimum, issue.inclusive);
    case 'too_big':
      return bound('max', issue.origin, issue.maximum, issue.inclusive);
    case 'not_multiple_of':
      return phrase('multipleOf', { bound: issue.divisor });
    case 'invalid_format':
      return issue.format === 'regex'
        ? phrase('pattern', { bound: issue.pattern ?? '' })
        : phrase('format', { bound: issue.format });
    case 'invalid_union':
      return unionOf(issue);
    default:
      return undefined;
  }
}

function bound(
  side: 'min' | 'max',
  origin: string,
  limit: number | bigint,
  isInclusive = true,
): Phrase {
  if (origin === 'string') return phrase(`${side}Length`, { count: Number(limit) });
  if (origin === 'array') return phrase(`${side}Items`, { count: Number(limit) });
  const code = side === 'min' ? 'Minimum' : 'Maximum';
  return isInclusive
    ? phrase(`${side}imum`, { bound: String(limit) })
    : phrase(`exclusive${code}`, { bound: String(limit) });
}
