import { expect, test } from 'vitest';
import { readLines, readNumber } from './read-typed.ts';

test.each([
  ['30', 30],
  [' 0.5 ', 0.5],
  ['', undefined],
  ['-1', undefined],
  ['1e3', undefined],
  ['3601', undefined],
  ['0.05', undefined],
  ['12 s', undefined],
  ['NaN', undefined],
])('the number %j is %s', (text, value) => {
  expect(readNumber(text, { min: 0.1, max: 3600 })).toBe(value);
});

test.each([
  ['', { ok: true, lines: [] }],
  ['mkdir\n\n touch \nmkdir', { ok: true, lines: ['mkdir', 'touch'] }],
  ['mkdir\n\nrm -rf /', { ok: false, line: 3 }],
])('the lines of %j', (text, read) => {
  expect(readLines(text, (line) => /^\w+$/.test(line))).toEqual(read);
});
