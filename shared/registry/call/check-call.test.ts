import { describe, expect, test } from 'vitest';
import type { Arguments, JsonSchema } from '../../tool/json.ts';
import { checkArguments } from './check-call.ts';

const number = { type: 'number' };
const schema: JsonSchema = {
  type: 'object',
  properties: {
    a: number,
    d: { type: 'integer', default: 3 },
    o: { type: 'object', properties: { n: number }, required: ['n'] },
  },
  required: ['a', 'd'],
};
const lacks = (name: string) => `"${name}" is required and missing; expected a number`;

describe('the faults of arguments', () => {
  test.each<[Arguments, JsonSchema, string | undefined, string?]>([
    [{ a: 1 }, {}, undefined],
    [{}, {}, '缺少必填参数: a', 'a'],
    [{}, { properties: { d: number, a: number } }, '缺少必填参数: a, d', 'a'],
    [
      { a: 1, o: { n: 'x' } },
      { required: ['o.n'] },
      '缺少必填参数: o.n; o.n: Expected a number, got the string "x"',
      'o.n',
    ],
    [{ o: {} }, {}, `缺少必填参数: a; o.n: ${lacks('n')}`, 'a'],
    [{ a: 1, o: {} }, {}, `o.n: ${lacks('n')}`],
    [{ d: 'x' }, {}, '缺少必填参数: a; d: Expected an integer, got the string "x"', 'a'],
    [{ d: 'x' }, { required: 'a' }, 'd: Expected an integer, got the string "x"'],
    [
      {},
      { required: [], minProperties: 2 },
      'Expected an object of at least 2 properties, got an object',
    ],
    [
      {},
      { type: 'string' },
      'The tool\'s own schema is wrong: the type of "parameters" must be "object", not "string"; its author has to mend definition.json',
    ],
  ])('%j %j', (args, more, message, missing) => {
    const fault = checkArguments({ ...schema, ...more }, args);
    expect(fault?.message).toBe(message);
    expect(fault?.missing).toBe(missing);
  });
});

test('each issue has its path, its keyword and the part of the schema', () => {
  const phrase = { code: 'missing', values: { name: 'a', expected: { code: 'number' } } };
  const issue = { path: 'a', keyword: 'required', message: lacks('a'), phrase, expected: number };
  expect(checkArguments(schema, {})).toStrictEqual({
    ...{ class: 'ValidationError', message: '缺少必填参数: a', missing: 'a', issues: [issue] },
  });
  expect(checkArguments({ type: 'array' }, {})).toMatchObject({ class: 'SchemaError', issues: [] });
  expect(checkArguments({ required: ['a'] }, {})?.missing).toBe('a');
  expect(checkArguments(schema, { a: 'x' })).not.toHaveProperty('missing');
});
