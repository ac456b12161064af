import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Json, JsonSchema } from '../tool/json.ts';
import { check } from './check.ts';

const issuesOf = (schema: JsonSchema, value: Json) => {
  const checked = check(schema, value);
  return checked.ok ? [] : checked.issues.map(({ path, keyword }) => `${path}:${keyword}`);
};

const tree: JsonSchema = {
  $ref: '#/$defs/node',
  $defs: {
    node: {
      type: 'object',
      properties: { name: { type: 'string' }, next: { $ref: '#/$defs/node' } },
      required: ['name'],
    },
  },
};

describe('valid and invalid values', () => {
  test.each<[string, JsonSchema, Json, string[]]>([
    ['a number', { type: 'number' }, 1, []],
    ['a text for a number', { type: 'number' }, 'x', [':type']],
    ['a whole number', { type: 'integer' }, 1.5, [':type']],
    [
      'nested objects',
      { properties: { a: { properties: { b: { type: 'string' } } } } },
      { a: { b: 1 } },
      ['a.b:type'],
    ],
    ['items', { items: { minimum: 2 } }, [3, 1], ['1:minimum']],
    [
      'prefixItems',
      { prefixItems: [{ type: 'string' }, { type: 'number' }] },
      ['a', 'b'],
      ['1:type'],
    ],
    [
      'draft-7 tuples',
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        items: [{ type: 'string' }],
        additionalItems: false,
      },
      ['a', 1],
      ['1:items'],
    ],
    ['enum', { enum: ['+', '-'] }, '*', [':enum']],
    ['const', { const: 3 }, 4, [':const']],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 1, [':anyOf']],
    [
      'anyOf with one that is meant',
      { anyOf: [{ type: 'object', properties: { a: { type: 'number' } } }, { type: 'string' }] },
      { a: 'x' },
      ['a:type'],
    ],
    ['oneOf, two fit', { oneOf: [{ type: 'number' }, { minimum: 0 }] }, 1, [':oneOf']],
    [
      'anyOf of each item',
      { items: { anyOf: [{ type: 'string' }, { type: 'boolean' }] } },
      [1, true, 2, 'a', 3, 4, 5, 6, 7, 8, 9, 10],
      ['0', '2', '4', '5', '6', '7', '8', '9', '10', '11'].map((at) => `${at}:anyOf`),
    ],
    ['a name that may not be', { properties: { a: false } }, { a: 1 }, ['a:properties']],
    ['a name with quotes', { required: ['say "a"'] }, {}, ['say "a":required']],
    ['allOf', { allOf: [{ minimum: 2 }, { maximum: 4 }] }, 5, [':maximum']],
    ['not', { not: { type: 'string' } }, 'x', [':not']],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, null, []],
    ['type lists', { type: ['string', 'null'] }, null, []],
    ['a reference', tree, { name: 'a', next: { name: 1 } }, ['next.name:type']],
    ['a missing name', { required: ['a'] }, {}, ['a:required']],
    [
      'a name too many',
      { properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 2 },
      ['b:additionalProperties'],
    ],
    ['date', { type: 'string', format: 'date' }, '2026-02-30', [':format']],
    ['email', { type: 'string', format: 'email' }, 'ann@example.org', []],
    ['pattern', { pattern: '^a+$' }, 'ab', [':pattern']],
    ['characters, not UTF-16 units', { maxLength: 2 }, '😀😀', []],
    ['if, then', { if: { required: ['a'] }, then: { required: ['b'] } }, { a: 1 }, ['b:required']],
    ['dependentRequired', { dependentRequired: { a: ['b'] } }, { a: 1 }, ['b:dependentRequired']],
    ['a type of no schema', { type: 'int' }, 1, [':type']],
    [
      'names that objects have anyway',
      { properties: { constructor: { type: 'number' } }, required: ['toString'] },
      {},
      ['toString:required'],
    ],
    [
      'values with names that objects have anyway',
      { enum: [{ valueOf: 1, constructor: 'x' }] },
      { valueOf: 1, constructor: 'x' },
      [],
    ],
    ['such values that differ', { const: { toString: 1 } }, { toString: 2 }, [':const']],
  ])('%s', (_name, schema, value, want) => {
    expect(issuesOf(schema, value)).toEqual(want);
  });

  test('an issue repeats the violated part and names the given value', () => {
    const schema: JsonSchema = { type: 'object', properties: { op: { enum: ['+', '-'] } } };
    expect(check(schema, { op: '*' })).toEqual({
      ok: false,
      issues: [
        {
          path: 'op',
          pointer: '/op',
          keyword: 'enum',
          message: 'Expected "+" or "-", got the string "*"',
          phrase: {
            code: 'unlike',
            values: {
              expected: [
                { code: 'literal', values: { text: '"+"' } },
                { code: 'literal', values: { text: '"-"' } },
              ],
              given: { code: 'given-string', values: { text: '*' } },
            },
          },
          expected: { enum: ['+', '-'] },
        },
      ],
    });
  });

  test('A4.14 fills in defaults at any depth, and leaves the given value unchanged', () => {
    const schema: JsonSchema = {
      type: 'object',
      properties: {
        a: { default: 1 },
        n: { type: 'object', properties: { b: { default: null } } },
      },
    };
    const given = { n: {} };
    expect(check(schema, given)).toEqual({ ok: true, value: { a: 1, n: { b: null } } });
    expect(given).toEqual({ n: {} });
  });

  test('A4.14 fills in defaults of the alternative that fits, of items, and of conditions', () => {
    const of = (kind: string, name: string): JsonSchema => ({
      type: 'object',
      properties: { kind: { const: kind }, [name]: { default: 1 } },
      required: ['kind'],
    });
    const schema: JsonSchema = {
      properties: {
        u: { oneOf: [of('a', 'x'), of('b', 'y')] },
        list: { items: { properties: { z: { default: 2 } } } },
      },
      if: { required: ['u'] },
      then: { properties: { t: { default: 3 } } },
    };
    expect(check(schema, { u: { kind: 'b' }, list: [{}] })).toEqual({
      ok: true,
      value: { u: { kind: 'b', y: 1 }, list: [{ z: 2 }], t: 3 },
    });
  });
});

describe('bounded time', () => {
  /** Each definition refers to the next one twice: 2^40 evaluations of a short text. */
  const doubling = Object.fromEntries(
    Array.from({ length: 40 }, (_, at) => {
      const next = { $ref: `#/$defs/a${at + 1}` };
      return [`a${at}`, at === 39 ? {} : { allOf: [next, next] }];
    }),
  );
  const deep = (levels: number) => {
    let value: Json = 1;
    for (let at = 0; at < levels; at++) value = [value];
    return value;
  };
  test.each<[string, JsonSchema, Json]>([
    ['a pattern that backtracks', { pattern: '^(a+)+$' }, `${'a'.repeat(28)}!`],
    ['a schema that is itself', { $ref: '#' }, {}],
    [
      'a circle of schemas',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
      1,
    ],
    ['definitions that double', { $ref: '#/$defs/a0', $defs: doubling }, 1],
    ['a schema that is itself twice', { allOf: [{ $ref: '#' }, { $ref: '#' }] }, {}],
    [
      'defaults that double',
      { properties: { a: { default: {}, $ref: '#' }, b: { default: {}, $ref: '#' } } },
      {},
    ],
    [
      'a long list without doubles',
      { uniqueItems: true },
      Array.from({ length: 50_000 }, (_, at) => at),
    ],
    ['a value of many parts', {}, Array.from({ length: 500_001 }, () => 0)],
    ['half a surrogate pair', { additionalProperties: { type: 'number' } }, { '\ud800': 1 }],
    ['an address', { $ref: 'https://example.org/schema.json' }, {}],
    ['a deep value', {}, deep(10_000)],
    ['a deep schema', JSON.parse(`${'{"not":'.repeat(1000)}{}${'}'.repeat(1000)}`), 1],
    [
      'alternatives of alternatives',
      {
        anyOf: Array.from({ length: 40 }, () => ({
          anyOf: Array.from({ length: 40 }, () => ({ type: 'string' })),
        })),
      },
      1,
    ],
  ])('%s gives an issue', (_name, schema, value) => {
    expect(check(schema, value).ok).toBe(false);
  });

  test('treats names of the prototype like other names', () => {
    expect(check({ type: 'object' }, JSON.parse('{"__proto__": {"a": 1}}')).ok).toBe(true);
    expect({}).not.toHaveProperty('a');
  });
});

describe('compared with another validator', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, logger: false }));
  // Ajv compares with fast-deep-equal, which calls members of these names; they have separate rows.
  const value = (fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<Json>).filter(
    (json) => !/"(?:valueOf|toString|constructor)":/.test(JSON.stringify(json)),
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { maxDepth: 2 },
      fc.record({
        type: fc.constantFrom('string', 'number', 'boolean', 'null', 'array', 'object'),
      }),
      fc.record({ enum: fc.uniqueArray(value, { minLength: 1, maxLength: 3 }) }),
      fc.record({
        minimum: fc.integer({ min: -5, max: 5 }),
        maxLength: fc.nat(4),
        minItems: fc.nat(2),
      }),
      fc.record({
        properties: fc.dictionary(fc.string(), tie('schema'), { maxKeys: 2 }),
        additionalProperties: fc.boolean(),
      }),
      fc.record({ items: tie('schema'), uniqueItems: fc.boolean() }),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ not: tie('schema') }),
      fc.record({ allOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ if: tie('schema'), then: tie('schema'), else: tie('schema') }),
      fc.record({ const: value }),
      fc.record({ prefixItems: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
      fc.record({ contains: tie('schema'), maxContains: fc.nat(2) }),
      fc.record({
        patternProperties: fc.record({ '^[a-m]': tie('schema'), '(x+)+$': tie('schema') }),
        propertyNames: fc.record({ pattern: fc.constantFrom('^[^0-9]*$', '(a|b)+', '\\S') }),
      }),
      fc.record({
        type: fc.constant('string'),
        format: fc.constantFrom('date', 'ipv4', 'uuid', 'json-pointer'),
      }),
      // In a list, so that a recursive reference ends where the value ends.
      fc.record({ items: fc.constantFrom({ $ref: '#/$defs/d' }, { $ref: '#/$defs/e' }) }),
    ) as fc.Arbitrary<JsonSchema>,
  }));

  test('gives the same verdicts for generated schemas and values', () => {
    fc.assert(
      fc.property(schema, schema, schema, value, (one, d, e, given) => {
        const whole = { ...one, $defs: { d, e } };
        expect(check(whole, given).ok).toBe(ajv.compile(whole)(given));
      }),
      { numRuns: 400 },
    );
  });
});
