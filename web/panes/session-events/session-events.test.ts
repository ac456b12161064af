import { describe, expect, test } from 'vitest';
import { answerFacts, updateText } from './answer-facts.ts';
import { dialectText } from './texts.ts';

describe('what a module says for drawing', () => {
  const image = { type: 'image', data: 'aGk=', mimeType: 'image/png' };
  const drawn = { kind: 'image', src: 'data:image/png;base64,aGk=' };
  const file = { kind: 'file', title: 'image', bytes: 2, data: 'aGk=' };
  const held = (resource: object) => ({ content: [{ type: 'resource', resource }] });
  const link = (uri: string) => ({ content: [{ type: 'resource_link', uri, name: 'n' }] });
  const reason = { code: 'mcp-answer-missing', message: 'none' };
  const nothing = { pieces: [], reasons: [] };
  test.each([
    ['nothing', {}, nothing],
    [
      'images beside texts',
      { content: [{ type: 'text', text: 'a' }, image] },
      { ...nothing, pieces: [drawn] },
    ],
    [
      'no page as an image',
      { content: [{ ...image, mimeType: 'text/html' }] },
      { ...nothing, pieces: [{ ...file, mimeType: 'text/html' }] },
    ],
    [
      'no text that is not base64',
      { content: [{ ...image, data: '"><script>' }] },
      {
        ...nothing,
        pieces: [{ ...file, mimeType: 'image/png', bytes: 7, data: '"><script>' }],
      },
    ],
    [
      'a sound',
      { content: [{ type: 'audio', data: 'aGk=', mimeType: 'audio/wav' }] },
      { ...nothing, pieces: [{ kind: 'sound', src: 'data:audio/wav;base64,aGk=' }] },
    ],
    [
      'a resource of text',
      held({ uri: 'a:b', text: 'T' }),
      { ...nothing, pieces: [{ kind: 'text', title: 'a:b', text: 'T' }] },
    ],
    [
      'a resource that is an image',
      held({ uri: 'a:b', mimeType: 'image/png', blob: 'aGk=' }),
      { ...nothing, pieces: [drawn] },
    ],
    [
      'a link that a browser opens',
      link('https://a.b/'),
      {
        ...nothing,
        pieces: [{ kind: 'link', title: 'n', address: 'https://a.b/', href: 'https://a.b/' }],
      },
    ],
    [
      'a link that runs something, as text',
      link('javascript:alert(1)'),
      { ...nothing, pieces: [{ kind: 'link', title: 'n', address: 'javascript:alert(1)' }] },
    ],
    [
      'what is wrong with the answer of a server',
      { mcp: {}, reasons: [reason] },
      { ...nothing, reasons: [reason] },
    ],
    ['nothing of what was refused', { reasons: [reason] }, nothing],
    [
      'its own drawing',
      { drawn: { call: 'c', result: 'r', expanded: 'all' } },
      { ...nothing, drawn: 'c\nr', expanded: 'all' },
    ],
    ['what is no drawing', { drawn: 5 }, nothing],
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
