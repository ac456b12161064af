import { describe, expect, test } from 'vitest';
import { ExactNumber } from '../../../shared/tool/exact-number.ts';
import type { Json, JsonObject } from '../../../shared/tool/json.ts';
import type { Variant } from './field.ts';
import { moved, renamedKey, withKey } from './edit-value.ts';
import { parseArguments, readNumber } from './read-typed.ts';
import { startValue, variantOf } from './field-values.ts';

describe('readNumber', () => {
  test.each([
    ['', { kind: 'empty' }],
    ['  ', { kind: 'empty' }],
    ['12.50', { kind: 'number', value: new ExactNumber('12.50') }],
    ['12.5', { kind: 'number', value: 12.5 }],
    ['+1', { kind: 'number', value: 1 }],
    ['.5', { kind: 'number', value: 0.5 }],
    ['5.', { kind: 'number', value: 5 }],
    ['-.5e3', { kind: 'number', value: new ExactNumber('-0.5e3') }],
    ['007', { kind: 'number', value: 7 }],
    ['9007199254740993', { kind: 'number', value: new ExactNumber('9007199254740993') }],
    ['1e999', { kind: 'number', value: new ExactNumber('1e999') }],
    ['1e', { kind: 'text', text: '1e' }],
    ['-', { kind: 'text', text: '-' }],
    ['1,5', { kind: 'text', text: '1,5' }],
    ['NaN', { kind: 'text', text: 'NaN' }],
    ['0x10', { kind: 'text', text: '0x10' }],
  ])('%j', (typed, read) => expect(readNumber(typed)).toEqual(read));
});

describe('startValue', () => {
  const root = {
    $defs: {
      tree: {
        type: 'object',
        properties: {
          kids: { type: 'array', items: { $ref: '#/$defs/tree' }, minItems: 3 },
          self: { $ref: '#/$defs/tree' },
        },
        required: ['self'],
      },
    },
  };
  test.each<[Json, Json]>([
    [{ type: 'string' }, ''],
    [{ type: 'string', default: 'x' }, 'x'],
    [{ type: 'integer', minimum: 2.5 }, 3],
    [{ type: 'boolean' }, false],
    [{ enum: ['b', 'a'] }, 'b'],
    [{ type: 'array', items: { type: 'boolean' }, minItems: 2 }, [false, false]],
    [
      {
        type: 'object',
        properties: { t: { const: 'k' }, u: { const: 1 }, v: { type: 'string' } },
        required: ['t', 'v'],
      },
      { t: 'k' },
    ],
    [{ anyOf: [{ type: 'number' }, { type: 'string' }] }, 0],
    [{}, null],
  ])('%j', (schema, value) => expect(startValue(schema, root)).toEqual(value));

  test('of a schema that needs itself ends', () => {
    expect(JSON.stringify(startValue({ $ref: '#/$defs/tree' }, root)).length).toBeLessThan(500);
  });
});

describe('variantOf', () => {
  const shapes: Variant[] = [
    {
      label: 'circle',
      schema: {
        type: 'object',
        properties: { kind: { const: 'circle' }, r: { type: 'number' } },
        required: ['kind'],
      },
    },
    {
      label: 'square',
      schema: {
        type: 'object',
        properties: { kind: { const: 'square' }, a: { type: 'number' } },
        required: ['kind'],
      },
    },
    { label: 'list', schema: { type: 'array', items: { type: 'string' } } },
    { label: 'numbers', schema: { type: 'array', items: { type: 'number' } } },
    { label: 'text', schema: { type: 'string' } },
  ];
  test.each<[Json | undefined, number]>([
    [undefined, 0],
    [{ kind: 'square' }, 1],
    [{ kind: 'circle', a: 1 }, 0],
    [{ a: 1 }, 1],
    [['x'], 2],
    [[1], 3],
    ['x', 4],
    [7, 0],
  ])('%j', (value, index) => expect(variantOf(shapes, value, {})).toBe(index));
});

describe('parseArguments', () => {
  test.each([
    ['', { ok: true, value: {} }],
    ['{"a": 1}', { ok: true, value: { a: 1 } }],
    ['[1]', { ok: false, problem: 'not-an-object', found: 'array' }],
    ['null', { ok: false, problem: 'not-an-object', found: 'null' }],
    [
      '{\n  "a": 1,\n}',
      { ok: false, problem: 'syntax', line: 3, column: 1, code: 'PropertyNameExpected' },
    ],
    ['{"𝒳": tru}', { ok: false, problem: 'syntax', line: 1, column: 7, code: 'InvalidSymbol' }],
    ['{"a": NaN}', { ok: false, problem: 'syntax', line: 1, column: 7, code: 'InvalidSymbol' }],
    [
      '{"a": 1} // no',
      { ok: false, problem: 'syntax', line: 1, column: 10, code: 'InvalidCommentToken' },
    ],
  ])('%j', (text, parsed) => expect(parseArguments(text)).toEqual(parsed));
});

describe('edits keep everything else, and the order', () => {
  const object: JsonObject = { a: 1, b: 2, c: 3 };
  test.each([
    [withKey(object, 'b', 9), '{"a":1,"b":9,"c":3}'],
    [withKey(object, 'd', null), '{"a":1,"b":2,"c":3,"d":null}'],
    [withKey(object, 'b', undefined), '{"a":1,"c":3}'],
    [withKey(object, '__proto__', 1), '{"a":1,"b":2,"c":3,"__proto__":1}'],
    [renamedKey(object, 'b', 'x'), '{"a":1,"x":2,"c":3}'],
    [renamedKey(object, 'b', 'c'), undefined],
    [moved([1, 2, 3], 0, 2), '[2,3,1]'],
    [moved([1, 2, 3], 0, 3), '[1,2,3]'],
  ])('row %#', (edited, text) => expect(JSON.stringify(edited)).toBe(text));
});
