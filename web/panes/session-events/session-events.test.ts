import { describe, expect, test } from 'vitest';
import { answerFacts, updateText } from './answer-facts.ts';
import { dialectText } from './texts.ts';

describe('what a module says for drawing', () => {
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
  test.each([
    ['nothing', {}, { images: [] }],
    ['images beside texts', { content: [{ type: 'text', text: 'a' }, image] }, { images: [image] }],
    ['no page as an image', { content: [{ ...image, mimeType: 'text/html' }] }, { images: [] }],
    ['no text that is not base64', { content: [{ ...image, data: '"><script>' }] }, { images: [] }],
    [
      'its own drawing',
      { drawn: { call: 'c', result: 'r', expanded: 'all' } },
      { images: [], drawn: 'c\nr', expanded: 'all' },
    ],
    ['what is no drawing', { drawn: 5 }, { images: [] }],
  ])('%s', (_, metadata, facts) => {
    expect(answerFacts(metadata)).toEqual(facts);
  });

  test.each([
    [{ content: [{ type: 'text', text: 'half' }] }, 'half'],
    [{ title: 'Searching' }, 'Searching'],
    [{ content: 'odd' }, ''],
  ])('the text of a partial result %j', (update, text) => {
    expect(updateText(update)).toBe(text);
  });

  test('A2.4 kinds of modules are told apart in words', () => {
    const texts = ['custom-tool', 'extension', 'create-tool', 'tool-define', 'opencode'];
    expect(new Set(texts.map(dialectText)).size).toBe(5);
    expect(dialectText('extension')).toMatch(/^An extension/);
  });
});
