import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { z as z3 } from 'zod/v3';
import type { JsonObject, JsonSchema } from '../tool/json.ts';
import { check } from './check.ts';
import { flattenParameters } from './flatten-parameters.ts';
import { lintDefinition } from './lint/lint-definition.ts';
import { parseJson } from './json/parse-json.ts';
import { sampleArguments } from './sample-arguments.ts';
import { toJsonSchema } from './to-json-schema.ts';

describe('zod to JSON Schema', () => {
  const want = {
    type: 'object',
    properties: {
      a: { type: 'number' },
      b: { type: 'string', default: 'x' },
      c: { type: 'integer' },
    },
    required: ['a', 'c'],
  };
  test('A4.8 zod 4', () => {
    const made = toJsonSchema(z.object({ a: z.number(), b: z.string().default('x'), c: z.int() }));
    expect(made).toEqual({ schema: want, problems: [] });
  });
  test('A4.8 zod 3', () => {
    const made = toJsonSchema(
      z3.object({ a: z3.number(), b: z3.string().default('x'), c: z3.number().int() }),
    );
    expect(made).toEqual({ schema: { ...want, additionalProperties: false }, problems: [] });
  });
  test.each<[string, z3.ZodTypeAny, object]>([
    ['gt', z3.number().gt(1), { type: 'number', exclusiveMinimum: 1 }],
    ['lt', z3.number().int().lt(9), { type: 'integer', exclusiveMaximum: 9 }],
    ['positive in a list', z3.array(z3.number().positive()), { items: { exclusiveMinimum: 0 } }],
    ['nullable', z3.string().nullable(), { type: ['string', 'null'] }],
    ['nullable enum', z3.enum(['a']).nullable(), { type: ['string', 'null'], enum: ['a', null] }],
    ['nullable in a union', z3.union([z3.string().nullable(), z3.array(z3.number())]), {}],
    ['nullable object', z3.object({ b: z3.number().nullable() }).nullable(), {}],
  ])('zod 3 becomes JSON Schema 2020-12: %s', (_, field, expected) => {
    const { schema } = toJsonSchema(z3.object({ a: field }));
    expect(schema).toMatchObject({ properties: { a: expected } });
    expect(JSON.stringify(schema)).not.toMatch(/nullable|"exclusiveM\w+":(true|false)/);
    const withNull = check(schema, { a: null }).ok;
    expect(withNull).toBe(field.safeParse(null).success);
  });
  test('a check has the bound of zod 3', () => {
    const { schema } = toJsonSchema(z3.object({ a: z3.number().gt(1), b: z3.string().nullable() }));
    const checked = check(schema, { a: 1, b: 2 });
    expect(checked.ok ? [] : checked.issues.map(({ message }) => message)).toEqual([
      'Expected more than 1, got 1',
      'Expected a string or null, got 2',
    ]);
  });
  test('also in a schema of the old form', () => {
    const a = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 9007199254740993 };
    const checked = check({ properties: { a } }, { a: 0 });
    expect(checked.ok ? [] : checked.issues[0]).toMatchObject({
      message: 'Expected more than 0, got 0',
      expected: { exclusiveMinimum: 0 },
    });
  });

  test('A4.10 reports a schema that is no object', () => {
    expect(toJsonSchema(z.string()).problems).toHaveLength(1);
    expect(toJsonSchema(z3.string()).problems).toHaveLength(1);
  });
  test.each([undefined, null, 3, {}, { parse: 1 }])(
    '%j is no schema, and that is said',
    (schema) => {
      expect(toJsonSchema(schema).problems).not.toEqual([]);
    },
  );
  test('reports types that JSON cannot hold', () => {
    const made = toJsonSchema(z.object({ when: z.date() }));
    expect(made.schema.properties).toEqual({ when: { type: 'string', format: 'date-time' } });
    expect(made.problems[0]?.message).toContain('"when"');
  });
});

describe('strict JSON', () => {
  test.each([
    ['{"a": 1,}', 1, 9, 'comma after the last'],
    ['{\n  "a": 1\n  "b": 2\n}', 3, 3, '"," belongs'],
    ['{"工具": 甲}', 1, 8, 'double quotes'],
    ["{'a': 1}", 1, 2, 'double quotes'],
    ['{"a": 1', 1, 8, '"}" is missing'],
    ['// no\n1', 1, 1, 'no comments'],
    ['', 1, 1, 'value belongs'],
    ['[1] 2', 1, 5, 'after the end'],
  ])('A1.3 %j is an error at %i:%i', (text, line, column, words) => {
    const parsed = parseJson(text);
    expect(parsed).toMatchObject({ ok: false, line, column });
    expect(parsed.ok ? '' : parsed.message).toContain(words);
  });
  test('reports a duplicate name', () => {
    expect(parseJson('{"a": 1, "b": {"a": 2}, "a": 3}')).toMatchObject({
      ok: true,
      duplicates: [{ name: 'a', line: 1, column: 25 }],
    });
  });
  test('braces in a string do not nest', () => {
    expect(parseJson(JSON.stringify('{'.repeat(5000))).ok).toBe(true);
    expect(parseJson('['.repeat(5000) + ']'.repeat(5000))).toMatchObject({ ok: false });
  });
});

describe('lints of a definition', () => {
  const good: JsonObject = {
    id: 'calc',
    description: 'Adds two numbers',
    parameters: {
      type: 'object',
      properties: { a: { type: 'number', description: 'First' } },
      required: ['a'],
    },
    timeout: 15,
  };
  const lint = (change: JsonObject) => {
    const definition = { ...good, ...change };
    const text = JSON.stringify(definition, null, 2);
    return lintDefinition(definition, {
      folderName: 'calc',
      file: 'definition.json',
      text,
      icons: ['brain.svg'],
      check,
    });
  };
  const parameters = (change: JsonObject) => ({
    parameters: { ...(good.parameters as JsonObject), ...change },
  });

  test('A1.9 A1.10 A1.43 a correct definition has no problems', () => expect(lint({})).toEqual([]));

  test.each<[string, JsonObject, string, string]>([
    ['A1.9', { id: 'other' }, 'id-unlike-folder', 'warning'],
    ['A1.9', { id: 'myTool' }, 'id-not-snake', 'warning'],
    ['A1.9', { id: '../x' }, 'bad-id', 'error'],
    ['A1.9', { id: '' }, 'no-id', 'warning'],
    ['A1.10', { description: '' }, 'no-description', 'warning'],
    ['A1.10', { description: 'Adds' }, 'short-description', 'info'],
    [
      'A1.10',
      parameters({ properties: { a: { type: 'number' } } }),
      'no-parameter-description',
      'info',
    ],
    [
      'A1.10',
      parameters({ properties: { a: { type: 'string', description: 'One of x, y' } } }),
      'enum-recommended',
      'info',
    ],
    ['A1.11', parameters({ type: 'string' }), 'root-not-object', 'error'],
    ['A1.12', { required: ['a'] }, 'required-outside', 'warning'],
    ['A1.43', parameters({ required: ['b'] }), 'required-unknown', 'warning'],
    ['A1.13', { timeout: 15000 }, 'timeout-too-long', 'warning'],
    ['A1.13', { timeout: -1 }, 'bad-timeout', 'warning'],
    ['A1.38', { icon: 'none.svg' }, 'unknown-icon', 'info'],
    [
      'A1.42',
      parameters({ properties: { a: { type: 'number', description: 'First', default: 'x' } } }),
      'default-does-not-fit',
      'warning',
    ],
    [
      'A1.42',
      parameters({ properties: { a: { enum: [], description: 'First' } } }),
      'empty-enum',
      'error',
    ],
    [
      'A1.11',
      parameters({ properties: { a: { $ref: 'https://example.org/x' } } }),
      'bad-reference',
      'error',
    ],
  ])('%s %j has %s', (_id, change, code, severity) => {
    expect(lint(change).map((problem) => [problem.code, problem.severity])).toContainEqual([
      code,
      severity,
    ]);
  });

  test('A1.12 the fix moves an outer required inside', () => {
    const definition = {
      id: 'calc',
      description: 'Adds two numbers',
      parameters: { type: 'object', properties: { a: { description: 'x' } } },
      required: ['a'],
    };
    const text = JSON.stringify(definition, null, 2);
    const [problem] = lintDefinition(definition, { folderName: 'calc', file: 'd', text });
    expect(problem).toMatchObject({ code: 'required-outside', line: 12, column: 15 });
    const { fix } = problem ?? {};
    expect(fix?.changes).toEqual([
      { file: 'd', path: ['parameters', 'required'], value: ['a'] },
      { file: 'd', path: ['required'], value: undefined },
    ]);
  });

  test('A1.13 offers to convert a timeout in milliseconds to seconds', () => {
    expect(lint({ timeout: 15000 })[0]?.fix?.title).toBe('Change to 15');
  });
});

describe('samples', () => {
  const text = fc.record(
    {
      type: fc.constant('string'),
      minLength: fc.nat(5),
      format: fc.constantFrom('date', 'email', 'uuid', 'uri', 'ipv6'),
    },
    { requiredKeys: ['type'] },
  );
  const number = fc.record(
    { type: fc.constantFrom('number', 'integer'), minimum: fc.integer({ min: -9, max: 9 }) },
    { requiredKeys: ['type'] },
  );
  const leaf = fc.oneof(
    text.filter((schema) => schema.format === undefined || !schema.minLength),
    number,
    fc.constant({ type: 'boolean' }),
    fc.constant({ enum: ['a', 'b'] }),
  );
  const schema = fc
    .record({
      properties: fc.dictionary(
        fc.constantFrom('a', 'b', 'c'),
        fc.oneof(
          leaf,
          leaf.map((items) => ({ type: 'array', items, minItems: 2 })),
          leaf.map((a) => ({ type: 'object', properties: { a }, required: ['a'] })),
          leaf.map((arm) => ({ anyOf: [{ type: 'null' }, arm] })),
        ),
      ),
    })
    .map(({ properties }): JsonSchema => ({
      type: 'object',
      properties: properties as JsonSchema,
      required: Object.keys(properties),
    }));
  test('match their schema', () => {
    fc.assert(
      fc.property(schema, (one) => {
        expect(check(one, sampleArguments(one))).toMatchObject({ ok: true });
      }),
      { numRuns: 300 },
    );
  });
  test('use the author’s values first, and omit optional parameters', () => {
    const made = sampleArguments({
      type: 'object',
      properties: {
        a: { type: 'string', examples: ['x'] },
        b: { type: 'number', default: 2 },
        c: { type: 'string' },
      },
      required: ['a'],
    });
    expect(made).toEqual({ a: 'x', b: 2 });
  });
  test('end at a recursive schema', () => {
    const made = sampleArguments({
      $defs: {
        n: { type: 'object', properties: { next: { $ref: '#/$defs/n' } }, required: ['next'] },
      },
      type: 'object',
      properties: { n: { $ref: '#/$defs/n' } },
      required: ['n'],
    });
    expect(JSON.stringify(made).length).toBeLessThan(1000);
  });
});

test('A3.34 a flat list names its losses', () => {
  const { parameters, losses } = flattenParameters('t', {
    type: 'object',
    properties: { a: { type: 'integer', minimum: 1, description: 'A' }, b: { enum: ['x'] } },
    required: ['a'],
  });
  expect(parameters).toEqual([
    { name: 'a', type: 'number', description: 'A', required: true },
    { name: 'b', type: 'string', description: '', required: false, enum: ['x'] },
  ]);
  expect(losses.map((loss) => loss.path)).toEqual([
    '/parameters/properties/a/type',
    '/parameters/properties/a/minimum',
  ]);
});
