import { expect, test } from 'vitest';
import { decisionKey, markSegments, timeLeft } from './approval.ts';

test.each([
  [0, undefined],
  [-5, undefined],
  [1, '0:01'],
  [60_000, '1:00'],
  [272_000, '4:32'],
])('%d ms are %s', (ms, text) => expect(timeLeft(1000 + ms, 1000)).toBe(text));

test('judged parts are marked where they stand, in their order', () => {
  const segment = (text: string, decision: 'allow' | 'ask') => ({
    ...{ text, decision, rule: '', reason: { code: '', message: '' } },
  });
  const text = 'wc a | rm a\nwc a';
  const pieces = markSegments(text, [
    segment('wc a', 'allow'),
    segment('rm a', 'ask'),
    segment('not there', 'ask'),
    segment('wc a', 'allow'),
  ]);
  expect(pieces).toEqual([
    { text: 'wc a', decision: 'allow' },
    { text: ' | ' },
    { text: 'rm a', decision: 'ask' },
    { text: '\n' },
    { text: 'wc a', decision: 'allow' },
  ]);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
});

test.each(['Enter', ' ', 'y', 'Tab', 'F5'])('the key %j allows nothing', (key) =>
  expect(decisionKey(key)?.answer).not.toBe('allow'),
);
test.each([
  ['o', 'allow', 'once'],
  ['S', 'allow', 'session'],
  ['a', 'allow', 'always'],
  ['Escape', 'deny', 'once'],
])('the key %s means %s, %s', (key, answer, scope) =>
  expect(decisionKey(key)).toEqual({ answer, scope }),
);
