import { expect, test } from 'vitest';
import { paletteScore } from './palette-score.ts';

test.each([
  ['Form view', 'for', [], 1],
  ['Form view', 'VIEW form', [], 1],
  ['Import folder', 'port', [], 0.6],
  ['calc', 'two numbers', ['Adds two numbers'], 0.3],
  ['text_len', 'len', [], 1],
  ['calc', 'zzz', ['Adds'], 0],
  ['运行', '运', [], 1],
  ['calc', '', [], 1],
])('%j for %j is %d', (name, typed, keywords, score) => {
  expect(paletteScore(name, typed, keywords)).toBe(score);
});
