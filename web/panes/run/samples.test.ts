import { describe, expect, test } from 'vitest';
import type { Folder } from '../../../shared/tool/folder.ts';
import type { Expectation, Sample } from '../../../shared/tool/sample.ts';
import { withExpectation, withSample } from './samples.ts';

const sample = { name: 'one', arguments: { a: 1 } };
const folder = (text: string | undefined): Folder =>
  text === undefined ? {} : { 'samples.json': text };
const read = (files: Folder | undefined, file = 'samples.json') =>
  JSON.parse(String(files?.[file]));

describe('one more sample', () => {
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
    expect(read(withSample(folder(text), sample))).toEqual(expected);
  });

  test('leaves the samples before it as they were written', () => {
    const text = '[\n  { "name": "zero",  "arguments": {} }\n]\n';
    expect(withSample(folder(text), sample)?.['samples.json']).toContain(
      '{ "name": "zero",  "arguments": {} }',
    );
  });

  test.each(['{}', '[', '3'])('refuses %s', (text) => {
    expect(withSample(folder(text), sample)).toBeUndefined();
  });

  test('a new file holds those of the author that were shown until then', () => {
    const shown = [{ name: 'Once', tool: 't', arguments: { n: 1 }, expect: {} }];
    expect(read(withSample({}, sample, shown))).toEqual([...shown, sample]);
    expect(read(withSample(folder('[]'), sample, shown))).toEqual([sample]);
  });

  test('goes to the list beside a flat module', () => {
    const files = withSample({ 'm.py': '', 'm.samples.json': '[]' }, sample);
    expect(read(files, 'm.samples.json')).toEqual([sample]);
    expect(files).not.toHaveProperty('samples.json');
  });
});

describe('what a sample expects', () => {
  const text = `[
  { "name": "zero",   "arguments": {} },
  {
    "name": "one", "x-mine": [1,   2],
    "arguments": { "a": 1 },
    "expect": { "x-why": "because",  "llmContent": "1", "error": { "type": "timeout_error", "x": 1 } }
  }
]
`;
  const shown: Sample[] = [
    { name: 'zero', arguments: {} },
    {
      ...sample,
      expect: { llmContent: '1', error: { type: 'timeout_error' } },
    },
  ];
  const made = (index: number, wanted: Expectation | undefined) =>
    String(withExpectation(folder(text), index, wanted, shown)?.['samples.json']);

  test.each<[string, Expectation, object]>([
    [
      'a field more',
      { llmContent: '1', value: { b: 2 }, error: { type: 'timeout_error' } },
      {
        'x-why': 'because',
        llmContent: '1',
        value: { b: 2 },
        error: { type: 'timeout_error', x: 1 },
      },
    ],
    [
      'another type of error',
      { llmContent: '1', error: { type: 'execution_error' } },
      { 'x-why': 'because', llmContent: '1', error: { type: 'execution_error', x: 1 } },
    ],
    ['fewer fields', { llmContent: '' }, { 'x-why': 'because', llmContent: '' }],
    ['no field', {}, { 'x-why': 'because' }],
  ])('%s keeps what nobody knows', (_name, wanted, expected) => {
    const next = made(1, wanted);
    expect(JSON.parse(next)[1].expect).toEqual(expected);
    expect(next).toContain('{ "name": "zero",   "arguments": {} }');
    expect(next).toContain('"x-mine": [1,   2]');
    expect(next).toContain('"x-why": "because"');
  });

  test('the same leaves every byte', () => {
    expect(made(1, shown[1]?.expect)).toBe(text);
  });

  test('none takes it out, and an empty one is kept', () => {
    expect(JSON.parse(made(1, undefined))[1]).not.toHaveProperty('expect');
    expect(JSON.parse(made(0, {}))[0].expect).toEqual({});
  });

  test("an author's example gets one in a file that holds them all", () => {
    const examples = [{ name: 'Once', tool: 't', arguments: { n: 1 }, expect: {} }, sample];
    const files = withExpectation({}, 1, { success: true }, examples);
    expect(read(files)).toEqual([examples[0], { ...sample, expect: { success: true } }]);
  });

  test.each(['{}', '['])('refuses %s', (broken) => {
    expect(withExpectation(folder(broken), 0, {}, shown)).toBeUndefined();
  });

  test('leaves a file that is no text alone', () => {
    expect(withSample({ 'samples.json': { base64: '/w==' } }, sample)).toBeUndefined();
  });
});
