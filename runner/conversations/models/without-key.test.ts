import { expect, test } from 'vitest';
import { KEY } from '../fixtures/fake-models.ts';
import { withoutKey } from './without-key.ts';

test.each([
  ['whole', `Bad key: ${KEY}.`, 'Bad key: [key].'],
  ['twice', `${KEY}${KEY} and ${KEY}`, '[key][key] and [key]'],
  ['in a header', `authorization: Bearer ${KEY}\r\nx: y`, 'authorization: Bearer [key]\r\nx: y'],
  ['its beginning', `No key begins with ${KEY.slice(0, 12)}...`, 'No key begins with [key]...'],
  ['its end', `...${KEY.slice(-8)} is wrong`, '...[key] is wrong'],
  ['a part of it', `<${KEY.slice(7, 15)}>`, '<[key]>'],
  [
    'behind asterisks',
    'Incorrect API key provided: sk-pr********tB3w. Mend it',
    'Incorrect API key provided: [key] Mend it',
  ],
  ['in base64', `Basic ${btoa(KEY)}`, 'Basic [key]'],
  ['not there', 'The server is on fire', 'The server is on fire'],
])('a key in a text, %s', (_, text, expected) => {
  const cut = withoutKey(text, KEY);
  expect(cut).toBe(expected);
});

test.each([
  ['a+b/c=d', 'x a%2Bb%2Fc%3Dd y', 'x [key] y'],
  ['abc', 'x abc y', 'x [key] y'],
  ['', 'nothing is cut', 'nothing is cut'],
])('of the key "%s"', (key, text, expected) => {
  expect(withoutKey(text, key)).toBe(expected);
});

test('without a key the text is unchanged', () => {
  expect(withoutKey('any ***** text', undefined)).toBe('any ***** text');
});
