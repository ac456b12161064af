import { expect, test } from 'vitest';
import { withSample } from './samples.ts';

const sample = { name: 'one', arguments: { a: 1 } };

test.each([
  ['no file', undefined, [sample]],
  ['an empty file', ' \n', [sample]],
  ['an empty list', '[]\n', [sample]],
  [
    'a list',
    '[\n  { "name": "zero",  "arguments": {} }\n]\n',
    [{ name: 'zero', arguments: {} }, sample],
  ],
])('adds to %s', (_name, text, expected) => {
  expect(JSON.parse(withSample(text, sample) ?? '')).toEqual(expected);
});

test('leaves the samples before it as they were written', () => {
  expect(withSample('[\n  { "name": "zero",  "arguments": {} }\n]\n', sample)).toContain(
    '{ "name": "zero",  "arguments": {} }',
  );
});

test.each(['{}', '[', '3'])('refuses %s', (text) => {
  expect(withSample(text, sample)).toBeUndefined();
});

test('a new file holds those of the author that were shown until then', () => {
  const shown = [{ name: 'Once', tool: 't', arguments: { n: 1 }, expect: {} }];
  expect(JSON.parse(withSample(undefined, sample, shown) ?? '')).toEqual([...shown, sample]);
  expect(JSON.parse(withSample('[]', sample, shown) ?? '')).toEqual([sample]);
});
