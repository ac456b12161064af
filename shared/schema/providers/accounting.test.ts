import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { atPointer } from '../json/pointer.ts';
import { providers } from '../providers.ts';
import { unaccounted } from './fixtures/unaccounted.ts';

const held: Record<string, string> = {
  openai: '/function/parameters',
  anthropic: '/input_schema',
  gemini: '/parameters',
  mcp: '/inputSchema',
};
const views = [...providers.keys()].flatMap((id) =>
  id === 'openai'
    ? [
        { id, strict: false },
        { id, strict: true },
      ]
    : [{ id, strict: false }],
);
const view = (id: string, parameters: JsonSchema, strict = false, hidden: string[] = []) => {
  const definition = { name: 'tool', description: 'A tool', parameters, hidden };
  const { declaration, losses } = providers.get(id)!.declare(definition, { strict });
  return { sent: atPointer(declaration, held[id]!)!, losses };
};

/** Property names that look like keywords are names. */
const names = fc.constantFrom('a', 'b', 'type', 'items', 'description', 'properties', 'a/b', 'not');
const odd = fc.record(
  {
    title: fc.constantFrom('T', 'U'),
    description: fc.constantFrom('one', 'two'),
    default: fc.constantFrom<Json>('x', 1, null),
    examples: fc.constant(['x', 'y']),
    deprecated: fc.boolean(),
    'x-odd': fc.boolean(),
    $comment: fc.constant('c'),
  },
  { requiredKeys: [] },
);
const plain = fc.oneof(
  fc.record(
    {
      type: fc.constantFrom<Json>('string', ['string', 'null'], 'null', ['string', 'number']),
      format: fc.constantFrom('date', 'date-time', 'uri', 'color'),
      minLength: fc.nat(3),
      pattern: fc.constantFrom('^a', '^b'),
      enum: fc.constantFrom<Json>(['a', 'b'], ['a', null], [1, 'a']),
      nullable: fc.boolean(),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    {
      type: fc.constantFrom<Json>('number', 'integer', ['integer', 'null']),
      minimum: fc.nat(3),
      maximum: fc.nat(9),
      multipleOf: fc.constant(2),
      const: fc.constantFrom<Json>(1, 'a', null),
      format: fc.constant('int32'),
    },
    { requiredKeys: [] },
  ),
  fc.record(
    { $ref: fc.constantFrom('#/$defs/known', '#/$defs/self', '#/$defs/pair', '#/nowhere') },
    { requiredKeys: ['$ref'] },
  ),
);

const { schema: anySchema } = fc.letrec<{ schema: Json }>((tie) => {
  const list = fc.array(tie('schema'), { minLength: 1, maxLength: 2 });
  const map = fc.dictionary(names, tie('schema'), { maxKeys: 2 });
  const one = (keyword: string, value: fc.Arbitrary<unknown>) =>
    value.map((made) => ({ [keyword]: made as Json }));
  const nested = fc
    .array(
      fc.oneof(
        one('type', fc.constantFrom('object', 'array')),
        one('properties', map),
        one('properties', map),
        one('required', fc.subarray(['a', 'type', 'items'])),
        one('additionalProperties', tie('schema')),
        one('patternProperties', fc.dictionary(fc.constant('^x'), tie('schema'), { maxKeys: 1 })),
        one('items', fc.oneof(tie('schema'), list)),
        one('prefixItems', list),
        one('contains', tie('schema')),
        one('anyOf', list),
        one('oneOf', list),
        one('allOf', list),
        one('not', tie('schema')),
        one('if', tie('schema')),
        one('$ref', fc.constantFrom('#/$defs/known', '#/$defs/self', '#/$defs/pair')),
        one('dependentRequired', fc.constant({ a: ['b'] })),
        one('minProperties', fc.nat(2)),
      ),
      { minLength: 1, maxLength: 3 },
    )
    .map((parts) => Object.assign({}, ...parts) as JsonSchema);
  return {
    schema: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.tuple(plain, odd).map(([a, b]) => ({ ...a, ...b })),
      fc.boolean(),
      fc.tuple(nested, odd).map(([a, b]) => ({ ...a, ...b })),
    ) as fc.Arbitrary<Json>,
  };
});

const parameters = fc
  .record(
    {
      type: fc.constantFrom<Json>('object', ['object', 'null']),
      properties: fc.dictionary(fc.constantFrom('x', 'y', 'type'), anySchema, { maxKeys: 3 }),
      required: fc.subarray(['x', 'y']),
      anyOf: fc.array(anySchema, { minLength: 1, maxLength: 2 }),
      oneOf: fc.array(anySchema, { minLength: 1, maxLength: 2 }),
      allOf: fc.array(anySchema, { minLength: 1, maxLength: 2 }),
      $ref: fc.constantFrom('#/$defs/self', '#/$defs/pair'),
      not: anySchema,
      description: fc.constant('root'),
      additionalProperties: anySchema,
      pair: anySchema,
    },
    { requiredKeys: ['properties', 'pair'] },
  )
  .map(
    ({ pair, ...schema }) =>
      ({
        ...schema,
        $defs: {
          known: { type: 'string', maxLength: 3, description: 'known' },
          self: {
            type: 'object',
            description: 'self',
            properties: { next: { $ref: '#/$defs/self', description: 'next' } },
          },
          pair,
        },
      }) as JsonSchema,
  );

describe.each(views)('$id strict=$strict', ({ id, strict }) => {
  test('every keyword is sent unchanged at its place, or has its own loss', () => {
    fc.assert(
      fc.property(parameters, (schema) => {
        const { sent, losses } = view(id, schema, strict);
        const missing = unaccounted(schema, sent, losses);
        const unsaid = losses.find(({ reason }) => /\{\w+\}/.test(reason));
        if (unsaid) throw new Error(`${unsaid.code} lacks a value: ${unsaid.reason}`);
        if (missing.length > 0) throw new Error(`${missing.join(' ')} in ${JSON.stringify(sent)}`);
      }),
      { numRuns: 400 },
    );
  });
});

test('the judge finds keywords that are lost without a loss', () => {
  const schema: JsonSchema = {
    type: 'object',
    properties: { a: { type: 'string', minLength: 2, anyOf: [{ title: 'T' }] } },
  };
  const sent = { type: 'object', properties: { a: { type: 'string', anyOf: [{}] } } };
  const row = { tool: 't', keyword: '', reason: '' };
  const at = '/parameters/properties/a';
  expect(unaccounted(schema, sent, [])).toEqual([`${at}/minLength`, `${at}/anyOf/0/title`]);
  expect(unaccounted(schema, sent, [{ ...row, path: at, action: 'rewritten' }])).toHaveLength(2);
  expect(unaccounted(schema, sent, [{ ...row, path: at, action: 'dropped' }])).toEqual([]);
  const orNull = {
    type: 'object',
    properties: { a: { type: ['string', 'null'], minLength: 2, anyOf: [{ title: 'T' }] } },
  };
  expect(unaccounted(schema, orNull, [])).toEqual([`${at}/type`]);
  expect(unaccounted(schema, orNull, [{ ...row, path: at, action: 'rewritten' }])).toEqual([]);
});
