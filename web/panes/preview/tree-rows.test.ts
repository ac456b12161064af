import { describe, expect, test } from 'vitest';
import type { Json, JsonSchema } from '../../../shared/tool/json.ts';
import type { Loss } from '../../../shared/tool/format.ts';
import { declared, lossesByRow } from './provider-view.ts';
import { treeRows, typeName } from './tree-rows.ts';

const root: JsonSchema = {
  type: 'object',
  properties: {
    a: { type: 'number', description: 'First' },
    op: { enum: ['+', '-', 1] },
    list: { type: 'array', items: { type: 'object', properties: { x: { type: 'string' } } } },
    map: { type: 'object', additionalProperties: { type: 'boolean' } },
    shape: {
      oneOf: [
        { type: 'object', properties: { r: { type: 'number' } } },
        { type: 'object', properties: { s: { type: 'number' } } },
      ],
    },
    maybe: { anyOf: [{ type: 'object', properties: { y: {} } }, { type: 'null' }] },
    tree: { $ref: '#/$defs/node' },
  },
  required: ['a'],
  $defs: {
    node: {
      type: 'object',
      properties: { kids: { type: 'array', items: { $ref: '#/$defs/node' } } },
    },
  },
};

test('rows stand in reading order, and a schema that holds itself ends', () => {
  expect(
    treeRows(root).map(
      ({ depth, name, required, type }) =>
        `${'-'.repeat(depth)}${name}${required ? '*' : ''} ${type}`,
    ),
  ).toEqual([
    'a* number',
    'op enum',
    'list object[]',
    '-x string',
    'map object',
    '-{…} boolean',
    'shape object',
    '-1/2 object',
    '--r number',
    '-2/2 object',
    '--s number',
    'maybe object | null',
    '-y any',
    'tree object',
    '-kids object[]',
  ]);
});

test('a row has its pointer, its description and its choices', () => {
  const [a, op] = treeRows(root);
  expect(a).toMatchObject({ pointer: '/properties/a', description: 'First', choices: [] });
  expect(op).toMatchObject({ pointer: '/properties/op', choices: ['+', '-', '1'] });
});

describe('typeName', () => {
  test.each<[Json, string]>([
    [{ type: 'integer' }, 'integer'],
    [{ type: ['integer', 'null'] }, 'int | null'],
    [{ type: 'STRING', nullable: true }, 'string | null'],
    [{ type: 'array', items: { type: ['string', 'null'] } }, '(string | null)[]'],
    [{ anyOf: [{ type: 'string' }, { type: 'string' }] }, 'string'],
    [{ enum: ['a', null] }, 'enum | null'],
    [{ const: 'x' }, '"x"'],
    [{ type: 'null' }, 'null'],
    [{}, 'any'],
    [true, 'any'],
  ])('%j is %s', (schema, name) => expect(typeName(schema, {})).toBe(name));
});

test.each<[Json]>([
  [{ type: 'function', function: { name: 'n', description: 'd', parameters: { type: 'object' } } }],
  [{ name: 'n', description: 'd', input_schema: { type: 'object' } }],
  [{ name: 'n', description: 'd', inputSchema: { type: 'object' } }],
])('finds the schema in %j', (declaration) =>
  expect(declared(declaration)).toEqual({
    name: 'n',
    description: 'd',
    schema: { type: 'object' },
  }),
);

test('a loss belongs to the deepest row on its way', () => {
  const loss = (path: string): Loss => ({
    tool: 't',
    path,
    keyword: 'k',
    action: 'dropped',
    reason: '',
  });
  const byRow = lossesByRow(treeRows(root), [
    loss('/parameters/properties/a/format'),
    loss('/parameters/properties/list/items/properties/x/pattern'),
    loss('/parameters/$schema'),
    loss('/hidden'),
  ]);
  expect([...byRow].map(([at, losses]) => [at, losses.length])).toEqual([
    ['/properties/a', 1],
    ['/properties/list/items/properties/x', 1],
    ['', 2],
  ]);
});
