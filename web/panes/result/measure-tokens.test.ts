import { countTokens, decodeGenerator, encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, test } from 'vitest';
import { EXACT_LIMIT, measureTokens, RULED_LIMIT, type Tokenizer } from './measure-tokens.ts';

const asText = { allowedSpecial: new Set<string>(), disallowedSpecial: new Set<string>() };
const o200k: Tokenizer = {
  count: (text) => countTokens(text, asText),
  split: (text) => [...decodeGenerator(encode(text, asText))].filter((piece) => piece !== ''),
};

describe('measureTokens', () => {
  test.each([
    ['nothing', '', 0, []],
    ['a number', '100.0', 3, ['100', '.', '0']],
    ['a control token is text', '<|endoftext|>', 7, ['<', '|', 'end', 'of', 'text', '|', '>']],
    ['words', 'Hello world', 2, ['Hello', ' world']],
  ])('%s', (_name, text, count, pieces) => {
    expect(measureTokens(text, o200k)).toEqual({ count, projected: false, pieces });
  });

  test.each([
    ['emoji of several code points', '👩‍👩‍👧 é 中文 𝒳'.repeat(300)],
    ['one long run', 'A'.repeat(5000)],
    ['words', 'the quick brown fox jumps over it\n'.repeat(200)],
  ])('the pieces of %s join to the head', (_name, text) => {
    expect(measureTokens(text, o200k).pieces.join('')).toBe(text.slice(0, RULED_LIMIT));
  });

  test('cutting long text into parts does not change the count of words', () => {
    const text = 'the quick brown fox jumps over it\n'.repeat(500);
    expect(measureTokens(text, o200k, 0).count).toBe(o200k.count(text));
  });

  test('a large text is projected from samples, within 2 percent', () => {
    const text = 'the quick brown fox, 12 jumps.\n'.repeat(EXACT_LIMIT / 16);
    const measure = measureTokens(text, o200k, 0);
    expect(measure.projected).toBe(true);
    expect(Math.abs(measure.count / o200k.count(text) - 1)).toBeLessThan(0.02);
  });

  test('an unbroken run of 300,000 letters is counted, which square work would not end in time for', () => {
    expect(measureTokens('A'.repeat(300_000), o200k).count).toBeGreaterThan(30_000);
  });
});
