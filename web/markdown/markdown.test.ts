import { describe, expect, test } from 'vitest';
import { markdownSigns } from './markdown-signs.ts';
import { readMarkdown } from './read-markdown.ts';

test.each([
  ['plain words, 2 * 3 * 4 and snake_case_names', 'none'],
  ['a | b\n1 | 2', 'none'],
  ['+---+---+\n| a | b |', 'none'],
  ['-----', 'none'],
  ['# a comment of a script', 'some'],
  ['- one\n- two', 'some'],
  ['see [the page](https://example.org)', 'some'],
  ['see [d](https://example.org/d_(e))', 'some'],
  ['this is **bold**', 'some'],
  ['| a | b |\n| --- | :-: |\n| 1 | 2 |', 'sure'],
  ['| a |\n| --- |\n| 1 |', 'sure'],
  ['Run:\n```sh\nls\n```', 'sure'],
])('%j has signs of Markdown: %s', (text, signs) => {
  expect(markdownSigns(text)).toBe(signs);
});

const text = (text: string) => ({ kind: 'text', text });

describe('Markdown is read', () => {
  test('tables keep their alignment', () => {
    expect(readMarkdown('| a | b |\n| --- | --: |\n| 1 | **2** |')).toEqual([
      {
        kind: 'table',
        head: [
          { align: null, inlines: [text('a')] },
          { align: 'right', inlines: [text('b')] },
        ],
        rows: [
          [
            { align: null, inlines: [text('1')] },
            { align: 'right', inlines: [{ kind: 'strong', inlines: [text('2')] }] },
          ],
        ],
      },
    ]);
  });

  test('lists, headings, quotes, fences and rules', () => {
    const read = readMarkdown('# T\n\n3. x\n4. y\n\n> q\n\n```js\n1 < 2\n```\n\n---\n\n- [x] done');
    expect(read).toMatchObject([
      { kind: 'heading', level: 1, inlines: [text('T')] },
      { kind: 'list', start: 3, items: [[{ kind: 'paragraph' }], [{ kind: 'paragraph' }]] },
      { kind: 'quote', blocks: [{ kind: 'paragraph', inlines: [text('q')] }] },
      { kind: 'code', text: '1 < 2' },
      { kind: 'rule' },
      { kind: 'list' },
    ]);
    expect(JSON.stringify(read)).toContain('☑ ');
  });

  test.each([
    ['<img src=x onerror=alert(1)>'],
    ['<script>alert(1)</script>'],
    ['<!-- hidden -->'],
    ['hello <b onclick=x>you</b>'],
  ])('%s is text', (source) => {
    const [block] = readMarkdown(source) ?? [];
    const said = block?.kind === 'paragraph' ? block.inlines : [block];
    expect(said.map((one) => (one && 'text' in one ? one.text : '')).join('')).toBe(source);
  });

  test.each([
    ['[a](javascript:alert(1))'],
    ['[a](data:text/html,x)'],
    ['[a](/api/health)'],
    ['![a](file:///etc/passwd)'],
    ['[a](  JaVaScRiPt:alert(1))'],
  ])('%s leads nowhere', (source) => {
    expect(JSON.stringify(readMarkdown(source))).not.toContain('"link"');
  });

  test('an image is a link to it, so that nothing is fetched', () => {
    expect(readMarkdown('![a cat](https://example.org/cat.png)')).toEqual([
      {
        kind: 'paragraph',
        inlines: [
          { kind: 'link', address: 'https://example.org/cat.png', inlines: [text('a cat')] },
        ],
      },
    ]);
  });

  test.each([
    ['&lt;b&gt; &amp;amp; &#65;&#x42;', '<b> &amp; AB'],
    ['\\*no\\*', '*no*'],
    ['&unknown; &#0; &#38;lt;', '&unknown; \ufffd &lt;'],
  ])('%s says %s', (source, said) => {
    const [block] = readMarkdown(source) ?? [];
    const inlines = block?.kind === 'paragraph' ? block.inlines : [];
    expect(inlines.map((one) => ('text' in one ? one.text : '')).join('')).toBe(said);
  });

  test('what is too deep to be read is not read', () => {
    const read = readMarkdown('>'.repeat(50_000));
    expect(read === undefined || read.length === 1).toBe(true);
  });
});

test.each([
  ['dashes with a hole', `-|-${' '.repeat(200_000)}x`],
  ['dashes without an end', `${'-|'.repeat(100_000)}x`],
  ['addresses that do not end', '[a]('.repeat(50_000)],
  ['brackets', '['.repeat(200_000)],
])('%s are no signs of Markdown, which is soon known', (_, source) => {
  expect(markdownSigns(source)).toBe('none');
});
