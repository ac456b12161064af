import { expect, test } from 'vitest';
import { definitionFields, editFields } from './definition-fields.ts';

const source = `{
  "id": "calc", "x-mine": [1,   2],
  "parameters": {
    "type": "object",
    "properties": {
      "a": { "type": "number", "minimum": 0 },
      "op": { "type": "string", "enum": ["+", "-"], "default": "+" }
    },
    "required": ["a"]
  }
}
`;
const rows: { name: string; made: string; expected: string }[] = [
  {
    name: 'a field set',
    made: editFields.set(source, 'id', 'sum'),
    expected: source.replace('"calc"', '"sum"'),
  },
  {
    name: 'a field emptied',
    made: editFields.set(source, 'id', ''),
    expected: source.replace('"id": "calc", ', ''),
  },
  {
    name: 'a parameter renamed, in its place and in required',
    made: editFields.renameParameter(source, 'a', 'left'),
    expected: source.replace('"a": {', '"left": {').replace('["a"]', '[\n      "left"\n    ]'),
  },
  {
    name: 'a description added beside what the form does not know',
    made: editFields.setParameter(source, 'a', 'description', 'First'),
    expected: source.replace('"minimum": 0 }', '"minimum": 0, "description": "First" }'),
  },
  {
    name: 'a parameter that is required already',
    made: editFields.require(source, 'a', true),
    expected: source,
  },
];

test.each(rows)('$name leaves the other bytes alone', ({ made, expected }) => {
  expect(made.replace(/\s+/g, '')).toBe(expected.replace(/\s+/g, ''));
  expect(made).toContain('"x-mine": [1,   2]');
});

test('a parameter is added and removed again', () => {
  const added = editFields.addParameter(source, 'b');
  expect(definitionFields(added)?.parameters.map(({ name }) => name)).toEqual(['a', 'op', 'b']);
  const removed = editFields.removeParameter(editFields.require(added, 'b', true), 'b');
  expect(JSON.parse(removed)).toEqual(JSON.parse(source));
});

test('the fields of a definition', () => {
  expect(definitionFields(source)?.parameters).toEqual([
    {
      name: 'a',
      type: 'number',
      description: '',
      required: true,
      choices: '',
      default: '',
      more: true,
    },
    {
      name: 'op',
      type: 'string',
      description: '',
      required: false,
      choices: '+\n-',
      default: '"+"',
      more: false,
    },
  ]);
  expect(definitionFields('[1]')).toBeUndefined();
  expect(definitionFields('{')).toBeUndefined();
});
