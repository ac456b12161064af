import { describe, expect, test } from 'vitest';
import { z as zod4 } from 'zod';
import { z as zod3 } from 'zod/v3';
import { check } from '../../schema/check.ts';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { zodSource } from './zod-source.ts';

interface Parser {
  safeParse(value: unknown): { success: boolean };
}
const schemaOf = (code: string, z: unknown): Parser =>
  new Function('z', `return ${code}`)(z) as Parser;

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  ...{ type: 'object', properties, required: Object.keys(properties) },
  ...more,
});

const rows: [string, JsonSchema, Json[]][] = [
  ['text', object({ a: { type: 'string', minLength: 2, maxLength: 3 } }), ['', 'ab', 'abcd', 1]],
  ['pattern', object({ a: { type: 'string', pattern: '^\\p{L}+"$' } }), ['é"', '1"', 'é']],
  ['integer', object({ a: { type: 'integer', minimum: 1, exclusiveMaximum: 4 } }), [0, 1, 1.5, 4]],
  ['number', object({ a: { type: 'number', multipleOf: 0.5 } }), [1.5, 1.2, '1']],
  ['boolean', object({ a: { type: 'boolean' } }), [true, 'true', null]],
  ['texts of a list', object({ a: { enum: ['x', '"y"'] } }), ['x', '"y"', 'z']],
  ['mixed list', object({ a: { enum: ['x', 1, null] } }), ['x', 1, null, 2]],
  ['one value', object({ a: { const: 5 } }), [5, 6]],
  ['several types', object({ a: { type: ['string', 'null'] } }), ['x', null, 1]],
  [
    'forms',
    object({ a: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'number' } }] } }),
    ['x', [1], ['x'], 1],
  ],
  ['list', object({ a: { type: 'array', minItems: 1, maxItems: 2 } }), [[], [1], [1, 'x', 2]]],
  [
    'object within',
    object({ a: object({ b: { type: 'string' } }, { additionalProperties: false }) }),
    [{ b: 'x' }, {}, { b: 'x', c: 1 }],
  ],
  ['free object', object({ a: { type: 'object' } }), [{}, { b: 1 }, []]],
  [
    'names of any kind',
    object({ a: { type: 'object', additionalProperties: { type: 'number' } } }),
    [{ 'b c': 1 }, { b: 'x' }],
  ],
  ['nothing said', object({ a: {} }), [1, 'x', null]],
  ['a hostile name', object({ a: object({ '"]: z.any(), ["': { type: 'string' } }) }), [{}, 1]],
];

describe.each([
  ['zod 4', zod4],
  ['zod 3', zod3],
])('F5 a schema as code of %s accepts the same values', (_name, z) => {
  test.each(rows)('%s', (_what, schema, values) => {
    const { code, unsaid } = zodSource(schema);
    expect(unsaid).toEqual([]);
    const parser = schemaOf(code, z);
    for (const a of values)
      expect(parser.safeParse({ a }).success, JSON.stringify(a)).toBe(check(schema, { a }).ok);
    expect(parser.safeParse({}).success).toBe(check(schema, {}).ok);
  });
});

test('F5 names exactly the keywords that the code cannot express', () => {
  const { code, unsaid } = zodSource({
    type: 'object',
    properties: { 'a/b': { type: 'string', format: 'date', default: 'x', description: 'A "b"' } },
    minProperties: 1,
  });
  expect(unsaid).toEqual(['/parameters/properties/a~1b/format', '/parameters/minProperties']);
  expect(schemaOf(code, zod4).safeParse({}).success).toBe(true);
  expect(code).toContain('.default("x").describe("A \\"b\\"")');
});
