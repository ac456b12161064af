import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { sentence } from '../../shared/schema/checking/sentence.ts';
import { check } from '../../shared/schema/check.ts';
import type { Json, JsonSchema } from '../../shared/tool/json.ts';
import { i18n } from './i18n.svelte.ts';
import { issueSentence, issueWordings, problemText, problemWordings } from './problem-text.ts';
import { splitChoices } from './word-issue.ts';

beforeAll(async () => {
  await i18n.use('zh');
  await issueWordings.load();
  await problemWordings.load();
});

const messages = (schema: JsonSchema, value: Json): string[] => {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.issues.map(({ message }) => message);
};
/** What is left of a wording in English: nothing but values and literals. */
const english = (text: string) =>
  text.replace(/“[^]*”|"[^]*"/g, '').match(/\b(?!true\b|false\b|null\b)[a-z]{2,}\b/gi);

const either: JsonSchema = { anyOf: [{ type: 'string' }, { type: 'number' }] };
test.each<[JsonSchema, Json, string]>([
  [either, true, '应为文本或数字，实际是 true'],
  [
    { oneOf: [{ type: 'integer' }, { type: 'number' }] },
    1,
    '应恰好符合 2 种形式之一，却符合其中 2 种；实际是 1',
  ],
  [
    { anyOf: [{ minLength: 3 }, { pattern: '^x' }] },
    'a',
    '应为 2 种值之一，但都不符合；实际是文本“a”',
  ],
  [{ type: ['boolean', 'null'] }, [1, 2], '应为 true 或 false 或 null，实际是 2 项的列表'],
  [{ enum: ['+', 'a, b or c'] }, '*', '应为 "+" 或 "a, b or c"，实际是文本“*”'],
  [
    { required: ['a'], properties: { a: { type: 'integer' } } },
    {},
    '“a”是必填的，但没有给出；应为整数',
  ],
  [{ not: { type: 'string' } }, 'a', '应为不符合这种形式的值，实际是文本“a”'],
  [{ contains: { type: 'string' } }, [], '应为有一项符合的列表，实际是 0 项的列表'],
  [{ additionalProperties: false, properties: { a: {} } }, { b: 1 }, '“b”不是这里已知的名称："a"'],
])('%j of %j', (schema, value, chinese) => {
  expect(messages(schema, value).map(issueSentence)).toEqual([chinese]);
});

test('every keyword has a sentence', () => {
  const keywords =
    `minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength minItems maxItems
    minProperties maxProperties minContains maxContains uniqueItems contains propertyNames not format pattern
    type const enum anyOf`.split(/\s+/);
  for (const keyword of keywords)
    for (const value of [1, 2] satisfies Json[]) {
      const said = sentence(keyword, { [keyword]: value }, { a: 1 });
      expect(issueSentence(said), said).toMatch(/^应为/);
      expect(english(issueSentence(said)), said).toBeNull();
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
      for (const message of messages(given, of)) {
        const worded = issueSentence(message);
        expect(worded).not.toBe(message);
        expect(english(worded), `${message} -> ${worded}`).toBeNull();
      }
    }),
    { numRuns: 500 },
  );
});

test('why a default does not fit is said within its problem', () => {
  const problem = {
    severity: 'error' as const,
    code: 'default-does-not-fit',
    message: 'English',
    values: { name: 'a', reason: messages(either, true)[0] ?? '' },
    file: 'definition.json',
    line: 1,
    column: 1,
  };
  expect(problemText(problem)).toBe('“a”的默认值不符合它自己的结构：应为文本或数字，实际是 true');
});

test.each([
  ['a text', ['a text']],
  ['a text, a number or true or false', ['a text', 'a number', 'true or false']],
  ['"a or b", "c, \\"d or e" or 1', ['"a or b"', '"c, \\"d or e"', '1']],
  ['1 or "cut, here or…', ['1', '"cut, here or…']],
])('%s', (text, parts) => {
  expect(splitChoices(text)).toEqual(parts);
});

test('what is not known stays as it is', () => {
  expect(issueSentence('A new sentence')).toBe('A new sentence');
});
