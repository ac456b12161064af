import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { bodyFaults } from '../../shared/schema/checking/body-faults.ts';
import { hostFaults } from '../../shared/returns/host-faults.ts';
import { ruleFaults } from '../../shared/returns/rule-faults.ts';
import { issueTexts } from '../../shared/schema/checking/issue-texts.ts';
import { jsonFaults } from '../../shared/schema/json/parse-json.ts';
import { unlike } from '../../shared/schema/checking/sentence.ts';
import { check } from '../../shared/schema/check.ts';
import type { Issue } from '../../shared/schema/issue.ts';
import type { Json, JsonSchema } from '../../shared/tool/json.ts';
import { i18n } from './i18n.svelte.ts';
import { issueSentence, issueWordings, problemText, problemWordings } from './problem-text.ts';
import { issueTexts as wordings } from './texts/issues.ts';

const english = { ...issueTexts, ...ruleFaults, ...jsonFaults, ...hostFaults, ...bodyFaults };

beforeAll(async () => {
  await i18n.use('zh');
  await issueWordings.load();
  await problemWordings.load();
});

const issuesOf = (schema: JsonSchema, value: Json): Issue[] => {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.issues;
};
/** What is left of a wording in English: nothing but values and literals. */
const latin = (text: string) =>
  text.replace(/“[^]*”|"[^]*"/g, '').match(/\b(?!true\b|false\b|null\b)[a-z]{2,}\b/gi);

const either: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'number' }] };
test.each<[JsonSchema, Json, string]>([
  [either, true, '应为字符串或数字，实际是 true'],
  [
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    1,
    '应恰好符合 2 种形式之一，却符合其中 2 种；实际是 1',
  ],
  [
    { anyOf: [{ minLength: 3 }, { pattern: '^x' }] },
    'a',
    '应为 2 种值之一，但都不符合；实际是字符串“a”',
  ],
  [{ type: ['boolean', 'null'] }, [1, 2], '应为布尔值或 null，实际是 2 项的数组'],
  [{ enum: ['+', 'a, b or c'] }, '*', '应为 "+" 或 "a, b or c"，实际是字符串“*”'],
  [{ required: ['a'], properties: { a: { type: 'integer' } } }, {}, '缺少必填的“a”；应为整数'],
  [{ not: { type: 'string' } }, 'a', '应为不符合这种形式的值，实际是字符串“a”'],
  [{ contains: { type: 'string' } }, [], '应为有一项符合的数组，实际是 0 项的数组'],
  [
    { additionalProperties: false, properties: { a: {} } },
    { b: 1 },
    '未知的名称“b”；可用的名称："a"',
  ],
])('%j of %j', (schema, value, chinese) => {
  expect(issuesOf(schema, value).map(issueSentence)).toEqual([chinese]);
});

test('every keyword has a sentence', () => {
  const keywords =
    `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
    minProperties maxProperties minContains maxContains uniqueItems contains propertyNames not format pattern
    type const enum anyOf`.split(/\s+/);
  for (const keyword of keywords)
    for (const value of [1, 2] satisfies Json[]) {
      const phrase = unlike(keyword, { [keyword]: value }, { a: 1 });
      const said = issueSentence({ phrase, message: keyword });
      expect(said, keyword).toMatch(/^应为/);
      expect(latin(said), keyword).toBeNull();
    }
});

test('whatever does not fit is said without English', () => {
  const types = fc.constantFrom(
    'string',
    'number',
    'integer',
    'boolean',
    'array',
    'object',
    'null',
  );
  const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
    fc.record({ type: types }),
    fc.record({ type: fc.uniqueArray(types, { minLength: 1, maxLength: 3 }) }),
    fc.record({
      enum: fc.array(fc.constantFrom<Json>('a or b', 'c, d', 1, null, true), { minLength: 1 }),
    }),
    fc.record({ minLength: fc.nat(3), minimum: fc.nat(9), minItems: fc.nat(3) }),
  );
  const schema: fc.Arbitrary<JsonSchema> = fc.oneof(
    leaf,
    fc.record({ anyOf: fc.array(leaf, { minLength: 1, maxLength: 4 }) }),
    fc.record({ oneOf: fc.array(leaf, { minLength: 1, maxLength: 4 }) }),
    fc.record({ properties: fc.record({ a: leaf }), required: fc.constant<Json>(['a', 'b']) }),
  );
  const value = fc.constantFrom<Json>('x', '', 1, 1.5, null, true, [], [1, 2], {}, { a: 1 });
  fc.assert(
    fc.property(schema, value, (given, of) => {
      for (const issue of issuesOf(given, of)) {
        const worded = issueSentence(issue);
        expect(worded).not.toBe(issue.message);
        expect(latin(worded), `${issue.message} -> ${worded}`).toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});

test('why a default does not fit is said within its problem', () => {
  const [issue] = issuesOf(either, true);
  const problem = {
    severity: 'error' as const,
    code: 'default-does-not-fit' as const,
    message: 'English',
    values: { name: 'a', reason: issue?.message ?? '' },
    reason: issue?.phrase,
    file: 'definition.json',
    line: 1,
    column: 1,
  };
  expect(problemText(problem)).toBe(
    '“a”的默认值不符合它自己的 Schema：应为字符串或数字，实际是 true',
  );
});

test('every code is worded in both languages, over the same values', () => {
  const names = (text: unknown) => [
    ...new Set([...JSON.stringify(text).matchAll(/\{(\w+)\}/g)].map(([, name]) => name)),
  ];
  const chinese = wordings.zh?.texts ?? {};
  expect(Object.keys(chinese)).toEqual(Object.keys(english));
  for (const [code, text] of Object.entries(english))
    expect([code, names(chinese[code]).sort()]).toEqual([code, names(text).sort()]);
});

test.each([
  ['of an older runner', { message: 'A sentence' }],
  ['of a code that is new', { message: 'A sentence', phrase: { code: 'brand-new' } }],
  ['without its values', { message: 'A sentence', phrase: { code: 'unlike' } }],
])('a sentence %s stays as it is', (_name, issue) => {
  expect(issueSentence(issue)).toBe('A sentence');
});
