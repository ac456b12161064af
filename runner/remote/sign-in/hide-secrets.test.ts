import { expect, test } from 'vitest';
import { hideSecrets } from './hide-secrets.ts';

const none = () => [];

test.each([
  ['A token is AAAA-1.', ['AAAA-1'], 'A token is [secret].'],
  ['AAAA and BBBB', ['AAAA', 'BBBB'], '[secret] and [secret]'],
  ['AAAA secret', ['AAAA', 'secr'], '[secret] [secret]et'],
])('of "%s" without %j stays "%s"', (text, secrets, shown) => {
  expect(hideSecrets(text, secrets, none)).toBe(shown);
});

test('a secret is hidden in all its spellings', () => {
  expect(hideSecrets('a%2Fb+c', ['a/b+c'], () => ['a%2Fb+c'])).toBe('[secret]');
});

test('secrets that are part of the replacement do not make a text longer', () => {
  const secrets = ['abcd', 't][s', 'ecre', 'secr', 'cre[', ']ecr', 'ret]', '[sec'];
  const text = 'abcd'.repeat(1000);
  expect(hideSecrets(text, secrets, none)).toBe('[secret]'.repeat(1000));
});
