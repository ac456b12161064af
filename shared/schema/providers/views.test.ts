import { expect, test } from 'vitest';
import type { JsonSchema } from '../../tool/json.ts';
import { atPointer } from '../json/pointer.ts';
import { providers } from '../providers.ts';

const object = (properties: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
  type: 'object',
  properties,
  ...more,
});
const views: Record<string, { id: string; held: string; strict?: boolean }> = {
  openai: { id: 'openai', held: '/function/parameters' },
  strict: { id: 'openai', held: '/function/parameters', strict: true },
  anthropic: { id: 'anthropic', held: '/input_schema' },
  gemini: { id: 'gemini', held: '/parameters' },
};

interface Row {
  title: string;
  view: string;
  given: JsonSchema;
  sent: JsonSchema;
  lost: string[];
}
const forms = object(
  { kind: { type: 'string' } },
  {
    anyOf: [
      { properties: { at: { type: 'string' } }, required: ['kind', 'at'] },
      { properties: { at: { type: 'integer' }, never: false }, required: ['kind'] },
    ],
  },
);
const rows: Row[] = [
  {
    title: 'forms at the root are offered together, and a name said differently is either',
    view: 'anthropic',
    given: forms,
    sent: object(
      {
        kind: { type: 'string' },
        at: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        never: false,
      },
      { required: ['kind'] },
    ),
    lost: [
      '/parameters/anyOf',
      '/parameters/anyOf/0/required',
      '/parameters/anyOf/1/required',
      '/parameters/anyOf/0/properties/at',
      '/parameters/anyOf/1/properties/at',
    ],
  },
  {
    title: 'a form that takes anything requires nothing',
    view: 'openai',
    given: object({}, { anyOf: [{ required: ['a'] }, true] }),
    sent: object({}),
    lost: ['/parameters/anyOf/1', '/parameters/anyOf', '/parameters/anyOf/0/required'],
  },
  {
    title: 'a boolean schema that moves keeps its place',
    view: 'gemini',
    given: object({}, { allOf: [{ properties: { a: true } }] }),
    sent: object({ a: { type: 'string' } }),
    lost: ['/parameters/allOf', '/parameters/allOf/0/properties/a'],
  },
  {
    title: 'a recursive tree stays one',
    view: 'strict',
    given: object({ next: { $ref: '#' } }, { required: ['next'] }),
    sent: object({ next: { $ref: '#' } }, { required: ['next'], additionalProperties: false }),
    lost: [],
  },
  {
    title: 'a recursive tree ends at the first turn where nothing can be referred to',
    view: 'gemini',
    given: object(
      { tree: { $ref: '#/$defs/tree' } },
      {
        $defs: {
          tree: object({ name: { type: 'string' }, below: { $ref: '#/$defs/tree' } }),
        },
      },
    ),
    sent: object({ tree: object({ name: { type: 'string' }, below: {} }) }),
    lost: [
      '/parameters/properties/tree/$ref',
      '/parameters/$defs/tree/properties/below/$ref',
      '/parameters/$defs',
    ],
  },
  {
    title: 'an optional parameter may be null, and is said once',
    view: 'strict',
    given: object({ unit: { type: 'string', enum: ['a', 'b'] } }),
    sent: object(
      { unit: { type: ['string', 'null'], enum: ['a', 'b', null] } },
      { required: ['unit'], additionalProperties: false },
    ),
    lost: ['/parameters/properties/unit'],
  },
  {
    title: 'a list of required names of which none is a property goes for one reason',
    view: 'gemini',
    given: object({ a: object({ b: { type: 'string' } }, { required: ['gone'] }) }),
    sent: object({ a: object({ b: { type: 'string' } }) }),
    lost: ['/parameters/properties/a/required'],
  },
  {
    title: 'null among alternatives is nullable',
    view: 'gemini',
    given: object({ a: { anyOf: [{ type: 'string', minLength: 1 }, { type: 'null' }] } }),
    sent: object({ a: { nullable: true, type: 'string', minLength: 1 } }),
    lost: ['/parameters/properties/a/anyOf'],
  },
];

test.each(rows)('$view: $title', ({ view, given, sent, lost }) => {
  const { id, held, strict = false } = views[view]!;
  const definition = { name: 'tool', description: 'A tool', parameters: given };
  const { declaration, losses } = providers.get(id)!.declare(definition, { strict });
  expect(atPointer(declaration, held)).toEqual(sent);
  expect(losses.map(({ path }) => path).sort()).toEqual([...lost].sort());
});
