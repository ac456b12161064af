import { describe, expect, test } from 'vitest';
import { compareDecimals, decimalOf, isMultiple } from './decimal.ts';
import {
  ExactNumber,
  markNumbers,
  readJson,
  unmark,
  withDoubles,
  writeJson,
} from './exact-number.ts';

describe('reads a number from JSON and writes it unchanged', () => {
  test.each([
    ['9007199254740993', 'ExactNumber'],
    ['9007199254740992', 'ExactNumber'],
    ['-9007199254740993', 'ExactNumber'],
    ['9007199254740991', 'Number'],
    ['1e400', 'ExactNumber'],
    ['1E5', 'ExactNumber'],
    ['1e-07', 'ExactNumber'],
    ['3.0', 'ExactNumber'],
    ['-0', 'ExactNumber'],
    ['-0.0', 'ExactNumber'],
    ['0.1', 'Number'],
    ['1.50', 'ExactNumber'],
    ['3.14159265358979323846', 'ExactNumber'],
    ['0', 'Number'],
    ['-17', 'Number'],
    ['1e+23', 'Number'],
  ])('%s', (text, kind) => {
    expect((readJson(text) as object).constructor.name).toBe(kind);
    const whole = `{"${text}":["${text}",{"a":${text}},[${text},"\\"${text}"]]}`;
    expect(writeJson(readJson(whole))).toBe(whole);
    const marked = markNumbers(whole);
    expect(writeJson(unmark(JSON.parse(marked ?? whole)))).toBe(whole);
  });

  test.each([
    '{1.50: 2}',
    '01',
    '1.',
    '[1.50"a"]',
    '-',
    '1e',
    '.5',
    '+1',
    '{"a":9007199254740993,}',
  ])('refuses invalid JSON: %s', (text) => expect(() => readJson(text)).toThrow(SyntaxError));

  test('a string that looks like a number or a mark stays a string', () => {
    const text = '["9007199254740993","number-1-2-3-4:9007199254740993",3.0]';
    expect(writeJson(readJson(text))).toBe(text);
  });
});

test.each([
  ['3.0', 3],
  ['1e3', 1000],
  ['1.50', 1.5],
  ['1e400', undefined],
  ['9007199254740993', undefined],
  ['9007199254740993.0', undefined],
  ['0.10000000000000000001', undefined],
  ['-0', -0],
])('%s as a double is %s', (text, double) => {
  expect(new ExactNumber(text).double).toBe(double);
});

test('names the first number that JavaScript cannot hold, with its path', () => {
  const read = withDoubles(readJson('{"a":[3.0,{"b":9007199254740993}]}'));
  expect(read).toMatchObject({
    ok: false,
    path: ['a', 1, 'b'],
    number: { text: '9007199254740993' },
  });
  expect(withDoubles(readJson('{"a":[3.0]}'))).toEqual({ ok: true, value: { a: [3] } });
});

test.each([
  ['9007199254740993', '9007199254740992', 1],
  ['-9007199254740993', '-9007199254740992', -1],
  ['1e400', '9.99e399', 1],
  ['0.1', '0.10', 0],
  ['-1', '0', -1],
  ['12', '113', -1],
  ['12', '113e-1', 1],
])('%s against %s', (a, b, sign) => {
  expect(Math.sign(compareDecimals(decimalOf(a), decimalOf(b)))).toBe(sign);
});

test.each([
  ['9007199254740993', '3', true],
  ['9007199254740993', '2', false],
  ['0.3', '0.1', true],
  ['1e400', '7', false],
  ['1e9999', '0.5', undefined],
  ['0', '7', true],
])('%s is a multiple of %s: %s', (a, b, expected) => {
  expect(isMultiple(decimalOf(a), decimalOf(b))).toBe(expected);
});
