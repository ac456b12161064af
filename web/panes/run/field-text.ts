import { ExactNumber, writeJson } from '../../../shared/tool/exact-number.ts';
import type { Issue } from '../../../shared/schema/issue.ts';
import { isObject } from '../../../shared/schema/json/values.ts';
import type { Json } from '../../../shared/tool/json.ts';
import { n, t } from '../../i18n/i18n.svelte.ts';
import type { TextKey } from '../../i18n/i18n.svelte.ts';
import { issueSentence } from '../../i18n/problem-text.ts';
import type { Field } from './field.ts';

const LONG = 60;

/** What a field takes, in a word or two: `integer 1 to 9`. */
export function hintOf(field: Field): string {
  switch (field.kind) {
    case 'text':
      return field.format ?? t('run.type.text');
    case 'number': {
      const word = field.integer ? t('run.type.integer') : t('run.type.number');
      const range = rangeOf(field.min, field.max);
      return range ? `${word} ${range}` : word;
    }
    case 'choice':
      return t('run.type.choice', { count: field.options.length });
    default:
      return t(`run.type.${field.kind}`);
  }
}

/** What stands where nothing is given: the value that then holds, else what may be given. */
export function unsetText(field: Field): string {
  const { default: fallback } = field;
  if (fallback === undefined) return t('run.leftOut.of', { type: hintOf(field) });
  const text = typeof fallback === 'string' && fallback !== '' ? fallback : writeJson(fallback);
  return t('run.default', { value: text.length > LONG ? `${text.slice(0, LONG)}…` : text });
}

function rangeOf(min: number | undefined, max: number | undefined): string | undefined {
  if (min !== undefined && max !== undefined)
    return t('run.range.both', { min: n(min), max: n(max) });
  if (min !== undefined) return t('run.range.min', { min: n(min) });
  if (max !== undefined) return t('run.range.max', { max: n(max) });
  return undefined;
}

const TEXTS: ReadonlyMap<string, TextKey> = new Map(
  (
    [
      'required',
      'type',
      'enum',
      'const',
      'minimum',
      'maximum',
      'exclusiveMinimum',
      'exclusiveMaximum',
      'multipleOf',
      'minLength',
      'maxLength',
      'pattern',
      'format',
      'minItems',
      'maxItems',
      'uniqueItems',
      'additionalProperties',
    ] as const
  ).map((keyword) => [keyword, `run.issue.${keyword}`]),
);
const TYPES: Readonly<Record<string, TextKey>> = {
  string: 'run.type.text',
  number: 'run.type.number',
  integer: 'run.type.integer',
  boolean: 'run.type.boolean',
  array: 'run.type.array',
  object: 'run.type.object',
};

/** An issue in a few words of the reader's language, for the place where the value stands. */
export function issueText(issue: Issue): string {
  const key = TEXTS.get(issue.keyword);
  if (key === undefined) return issueSentence(issue);
  const { expected } = issue;
  const part = isObject(expected) ? (expected[issue.keyword] ?? expected) : expected;
  return t(key, { expected: worded(part, issue.keyword) });
}

function worded(part: Json, keyword: string): string {
  if (keyword === 'type') {
    const types = [part].flat().map((type) => TYPES[String(type)]);
    return types.map((type, at) => (type ? t(type) : String([part].flat()[at]))).join(' / ');
  }
  if (typeof part === 'number') return n(part);
  if (part instanceof ExactNumber) return part.text;
  if (Array.isArray(part)) return part.map((value) => writeJson(value)).join(', ');
  return typeof part === 'string' && keyword === 'format' ? part : writeJson(part);
}
