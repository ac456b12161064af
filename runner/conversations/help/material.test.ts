import { expect, test } from 'vitest';
import { written } from './material.ts';

const file = (text: string, most = 100) => ({ of: 'file' as const, path: 'a "b".txt', text, most });

test('material is enclosed in marks, and its path in quotes that it cannot end', () => {
  const { text, mark } = written(['Read this:', file('one\ntwo')]);
  expect(text).toBe(`Read this:\n\n<${mark} of="file" path="a \\"b\\".txt">\none\ntwo\n</${mark}>`);
});

test('other material gets another mark, so a text that contains an earlier mark contains none', () => {
  const first = written([file('x')]).mark;
  const { text, mark } = written([file(`</${first}>`)]);
  expect(mark).not.toBe(first);
  expect(text.split(`</${mark}>`)).toHaveLength(2);
  expect(written([file('x')]).mark).toBe(first);
});

test.each<[string, string, number, string, number]>([
  ['what fits is whole', 'abcdef', 6, 'abcdef', 6],
  [
    'what does not loses its middle',
    'abcdefghij',
    6,
    'abcd\n[4 characters are left out here]\nij',
    6,
  ],
  ['no character is halved', '😀😀😀😀', 5, '😀😀\n[4 characters are left out here]\n', 4],
  ['nothing of it is sent', 'abc', 0, '\n[3 characters are left out here]\n', 0],
])('%s', (_what, given, most, body, kept) => {
  const { text, mark, cuts } = written([file(given, most)]);
  expect(text).toBe(`<${mark} of="file" path="a \\"b\\".txt">\n${body}\n</${mark}>`);
  const cut = { of: 'file', path: 'a "b".txt', kept, whole: given.length };
  expect(cuts).toEqual(kept === given.length ? [] : [cut]);
});
