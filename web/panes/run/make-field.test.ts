import { describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../../shared/tool/json.ts';
import { makeField } from './make-field.ts';

const root: JsonObject = {
  type: 'object',
  properties: { next: { $ref: '#' } },
  $defs: {
    node: { type: 'object', properties: { child: { $ref: '#/$defs/node' } } },
    'a/b': { type: 'boolean' },
    loop: { $ref: '#/$defs/loop' },
    bomb: { allOf: [{ $ref: '#/$defs/bomb' }, { $ref: '#/$defs/bomb' }, { type: 'string' }] },
    named: { $anchor: 'here', type: 'integer' },
  },
};

describe('makeField', () => {
  test.each<[Json, object]>([
    [{ type: 'string' }, { kind: 'text', nullable: false }],
    [
      { type: 'string', format: 'date' },
      { kind: 'text', format: 'date' },
    ],
    [
      { type: 'integer', minimum: 1, maximum: 9, multipleOf: 2 },
      { kind: 'number', integer: true, min: 1, max: 9, step: 2 },
    ],
    [{ type: ['string', 'null'] }, { kind: 'text', nullable: true }],
    [
      { type: 'string', nullable: true },
      { kind: 'text', nullable: true },
    ],
    [
      { type: ['string', 'number'] },
      { kind: 'union', variants: [{ label: 'string' }, { label: 'number' }] },
    ],
    [
      { anyOf: [{ type: 'integer' }, { type: 'null' }], description: 'd' },
      { kind: 'number', nullable: true, description: 'd' },
    ],
    [{ enum: ['+', '-', '*', '/'] }, { kind: 'choice', few: true }],
    [
      { enum: ['a', null] },
      { kind: 'choice', nullable: true, options: [{ label: 'a', value: 'a' }] },
    ],
    [{ enum: [null] }, { kind: 'const', value: null }],
    [
      { type: 'string', enum: ['a', 'b', 'c', 'd', 'e', 'f'] },
      { kind: 'choice', few: false },
    ],
    [
      { oneOf: [{ const: 1 }, { const: 2 }] },
      {
        kind: 'choice',
        options: [
          { label: '1', value: 1 },
          { label: '2', value: 2 },
        ],
      },
    ],
    [{ const: 'x' }, { kind: 'const', value: 'x' }],
    [{ type: 'null' }, { kind: 'const', value: null }],
    [
      { type: 'array', items: { type: 'string' } },
      { kind: 'array', items: { type: 'string' }, prefix: [], max: Infinity },
    ],
    [
      { prefixItems: [{}, {}], items: false },
      { kind: 'array', max: 2 },
    ],
    [
      { items: [{}, {}], additionalItems: false },
      { kind: 'array', max: 2, prefix: [{}, {}] },
    ],
    [
      { properties: { a: {} }, required: ['a', 'b'] },
      {
        kind: 'object',
        extra: undefined,
        properties: [
          { name: 'a', required: true },
          { name: 'b', required: true },
        ],
      },
    ],
    [
      { type: 'object', additionalProperties: { type: 'number' } },
      { kind: 'object', extra: { type: 'number' } },
    ],
    [
      {
        allOf: [
          { type: 'object', properties: { a: {} } },
          { properties: { b: {} }, required: ['b'] },
        ],
      },
      { kind: 'object', properties: [{ name: 'a' }, { name: 'b', required: true }] },
    ],
    [
      { $ref: '#/$defs/node', description: 'own' },
      { kind: 'object', description: 'own' },
    ],
    [{ $ref: '#' }, { kind: 'object', properties: [{ name: 'next' }] }],
    [{ $ref: '#/$defs/a~1b' }, { kind: 'boolean' }],
    [{ $ref: '#here' }, { kind: 'number', integer: true }],
    [{ $ref: '#/$defs/loop' }, { kind: 'json' }],
    [{ $ref: '#/$defs/bomb' }, { kind: 'text' }],
    [{ $ref: 'https://example.com/x' }, { kind: 'json' }],
    [{ $ref: '#/%' }, { kind: 'json' }],
    [true, { kind: 'json' }],
    [{ type: 'whatever' }, { kind: 'json' }],
    [
      {
        oneOf: [
          { properties: { kind: { const: 'circle' } } },
          { title: 'A square', properties: {} },
          { type: 'array', items: { type: 'string' } },
        ],
      },
      {
        kind: 'union',
        variants: [{ label: 'circle' }, { label: 'A square' }, { label: 'string[]' }],
      },
    ],
  ])('%j', (schema, field) => expect(makeField(schema, root)).toMatchObject(field));
});
