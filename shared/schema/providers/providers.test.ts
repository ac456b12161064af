import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonSchema } from '../../tool/json.ts';
import { atPointer, jsonPointer } from '../json/pointer.ts';
import { isObject, sameJson } from '../json/values.ts';
import { everySchema, SUBSCHEMA_KEYWORDS } from '../subschemas.ts';
import { providers } from '../providers.ts';

/** The key of the parameters in each provider's declaration. */
const held: Record<string, string> = {
  openai: '/function/parameters',
  anthropic: '/input_schema',
  gemini: '/parameters',
  mcp: '/inputSchema',
};

const definition = (parameters: JsonSchema) => ({
  name: 'tool',
  description: 'A tool',
  parameters,
});

const leaf: fc.Arbitrary<JsonSchema> = fc.oneof(
  fc.record({ type: fc.constantFrom('string', 'number', 'integer', 'boolean', 'null') }),
  fc.record(
    {
      type: fc.constant('string'),
      description: fc.string(),
      format: fc.constantFrom('date', 'date-time', 'email', 'uri', 'color'),
      minLength: fc.nat(9),
      pattern: fc.constant('^a'),
      default: fc.string(),
      examples: fc.array(fc.string(), { maxLength: 2 }),
      'x-odd': fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record(
    {
      type: fc.constantFrom<Json>('number', 'integer', ['integer', 'null'], ['string', 'number']),
      minimum: fc.integer(),
      exclusiveMaximum: fc.integer(),
      multipleOf: fc.constant(2),
      format: fc.constantFrom('int32', 'float'),
      deprecated: fc.boolean(),
    },
    { requiredKeys: ['type'] },
  ),
  fc.record({
    enum: fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ const: fc.oneof(fc.string(), fc.integer(), fc.constant(null)) }),
  fc.constantFrom<JsonSchema>(
    { $ref: '#/$defs/known' },
    { $ref: '#/$defs/self' },
    {},
    { $ref: '#/nowhere' },
  ),
) as fc.Arbitrary<JsonSchema>;

const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc
      .record(
        {
          // Names that look like keywords are names.
          properties: fc.dictionary(
            fc.constantFrom('a', 'b', 'type', 'items', 'description', 'a/b'),
            tie('schema'),
            { maxKeys: 3 },
          ),
          required: fc.subarray(['a', 'type', 'items']),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
          patternProperties: fc.dictionary(fc.constant('^x'), tie('schema')),
          minProperties: fc.nat(2),
          title: fc.string(),
        },
        { requiredKeys: ['properties'] },
      )
      .map((schema) => ({ type: 'object', ...schema })),
    fc
      .record(
        {
          items: tie('schema'),
          minItems: fc.nat(3),
          uniqueItems: fc.boolean(),
          contains: tie('schema'),
        },
        { requiredKeys: ['items'] },
      )
      .map((schema) => ({ type: 'array', ...schema })),
    fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
    fc.record({
      oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }),
      description: fc.string(),
    }),
    fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ not: tie('schema') }),
    fc.record({ if: tie('schema'), then: tie('schema') }),
  ) as fc.Arbitrary<JsonSchema>,
}));

const parameters = fc
  .record({
    properties: fc.dictionary(fc.constantFrom('x', 'y', 'type'), anySchema, {
      minKeys: 1,
      maxKeys: 3,
    }),
    required: fc.subarray(['x', 'y']),
  })
  .map((schema): JsonSchema => ({
    type: 'object',
    ...schema,
    $defs: {
      known: { type: 'string', maxLength: 3 },
      self: { type: 'object', properties: { next: { $ref: '#/$defs/self' } } },
    },
  }));

/** Returns every keyword of a schema with its path; names of properties are no keywords. */
const keywords = (schema: JsonSchema) =>
  [...everySchema(schema)].flatMap(({ schema: part, pointer }) =>
    Object.entries(part).map(([keyword, value]) => ({
      keyword,
      value,
      pointer: jsonPointer(pointer, keyword),
    })),
  );

describe.each(
  [...providers.values()].flatMap((provider) =>
    provider.id === 'openai'
      ? [
          { provider, strict: false },
          { provider, strict: true },
        ]
      : [{ provider, strict: false }],
  ),
)('$provider.id strict=$strict', ({ provider, strict }) => {
  test('every keyword is sent or named by a loss', () => {
    fc.assert(
      fc.property(parameters, (schema) => {
        const { declaration, losses } = provider.declare(definition(schema), { strict });
        const sent = atPointer(declaration, held[provider.id] ?? '');
        const lost = losses.map((loss) => loss.path);
        for (const { keyword, value, pointer } of keywords(schema)) {
          const there = isObject(sent) ? atPointer(sent, pointer) : undefined;
          // The contents of a keyword with schemas are checked separately.
          const whole = SUBSCHEMA_KEYWORDS.has(keyword)
            ? there !== undefined
            : there !== undefined && sameJson(there, value);
          const path = `/parameters${pointer}`;
          const named = lost.some((one) => path === one || path.startsWith(`${one}/`));
          if (!whole && !named)
            throw new Error(`${path} is neither sent nor named: ${JSON.stringify(declaration)}`);
        }
      }),
      { numRuns: 400 },
    );
  });

  test('hides parameters that a host injects', () => {
    const shown = provider.declare(
      {
        ...definition({
          type: 'object',
          properties: { a: { type: 'string' }, ctx: {} },
          required: ['a', 'ctx'],
        }),
        hidden: ['ctx'],
      },
      { strict },
    );
    expect(JSON.stringify(shown.declaration)).not.toContain('ctx');
    expect(shown.losses.map((loss) => loss.path)).toContain('/parameters/properties/ctx');
  });
});

test('strict mode requires every property and closes every object', () => {
  fc.assert(
    fc.property(parameters, (schema) => {
      const { declaration } = providers
        .get('openai')!
        .declare(definition(schema), { strict: true });
      const sent = atPointer(declaration, '/function/parameters');
      for (const { schema: part } of everySchema(isObject(sent) ? sent : {})) {
        for (const refused of [
          'allOf',
          'oneOf',
          'not',
          'if',
          'default',
          'patternProperties',
          'minLength',
        ])
          expect(part).not.toHaveProperty(refused);
        if (part.type !== 'object') continue;
        expect(part.additionalProperties).toBe(false);
        const names = Object.keys(isObject(part.properties) ? part.properties : {});
        expect([...(part.required as string[])].sort()).toEqual(names.sort());
      }
    }),
    { numRuns: 200 },
  );
});

test.each([
  ['openai', 'a.b c', 'a_b_c'],
  ['gemini', 'a.b c', 'a.b_c'],
  ['mcp', 'a.b-c/d', 'a.b-c_d'],
  ['anthropic', '工具', '__'],
])('%s: sends the name %s as %s, with a loss', (id, name, sent) => {
  const made = providers
    .get(id)!
    .declare({ ...definition({ type: 'object', properties: {} }), name });
  expect(JSON.stringify(made.declaration)).toContain(`"${sent}"`);
  expect(made.losses).toMatchObject([{ path: '/name', action: 'rewritten' }]);
});

test('A4.45 declarations have the format of each provider', () => {
  const calc = {
    ...definition({ type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }),
    name: 'calc',
  };
  const schema = calc.parameters;
  expect(providers.get('openai')!.declare(calc)).toEqual({
    declaration: {
      type: 'function',
      function: { name: 'calc', description: 'A tool', parameters: schema },
    },
    losses: [],
  });
  expect(providers.get('anthropic')!.declare(calc).declaration).toEqual({
    name: 'calc',
    description: 'A tool',
    input_schema: schema,
  });
  expect(providers.get('gemini')!.declare(calc).declaration).toEqual({
    name: 'calc',
    description: 'A tool',
    parameters: schema,
  });
  expect(providers.get('mcp')!.declare(calc).declaration).toEqual({
    name: 'calc',
    description: 'A tool',
    inputSchema: schema,
  });
});
