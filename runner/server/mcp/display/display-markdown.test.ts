import { expect, test } from 'vitest';
import { displayMarkdown } from './display-markdown.ts';

/** As much of a node as the program takes. */
class Drawn {
  style = {};
  children: (Drawn | string)[] = [];
  readonly tag: string;
  constructor(tag: string) {
    this.tag = tag;
  }
  append(child: Drawn | string): void {
    if (child !== '') this.children.push(child);
  }
  addEventListener(): void {}
}

const document = { createElement: (tag: string) => new Drawn(tag) };
const program = `const opensLinks = true, ask = () => undefined;\n${displayMarkdown}return drawText;`;
const drawText = new Function('document', program)(document) as (text: string) => Drawn[];

const written = (node: Drawn | string): string =>
  typeof node === 'string'
    ? node
    : `<${node.tag}>${node.children.map(written).join('')}</${node.tag}>`;

test.each([
  ['# a #', '<h1>a</h1>'],
  ['## a #b  ##  ', '<h2>a #b</h2>'],
  ['- - -  ', '<hr></hr>'],
  ['**a** `b` ``c`d`` *e*', '<p><strong>a</strong> <code>b</code> <code>c`d</code> <em>e</em></p>'],
  ['`a`` **b**', '<p>`a`` <strong>b</strong></p>'],
  ['see [a](https://b.c "title")', '<p>see <a>a</a></p>'],
  ['[a](https://b.c/d_(e)) f', '<p><a>a</a> f</p>'],
  ['- a\n  - b\n- c', '<ul><li><p>a</p><ul><li><p>b</p></li></ul></li><li><p>c</p></li></ul>'],
  [
    'a | b\n--|:-: \n1 | 2',
    '<div><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table></div>',
  ],
  ['| a |\n| - |  ', '<div><table><thead><tr><th>a</th></tr></thead><tbody></tbody></table></div>'],
])('%j is drawn', (text, expected) => {
  expect(drawText(text).map(written).join('')).toBe(expected);
});

/** Repeats a text, or what comes in the middle, up to the longest that is drawn as Markdown. */
const filled = (before: string, middle: string, after = ''): string =>
  before +
  middle.repeat(Math.floor((200_000 - before.length - after.length) / middle.length)) +
  after;

const signed = '**a**\n\n';

// Each of them took seconds to hours where a pattern looked twice at the same characters.
test.each([
  ['addresses that do not end', filled(signed, '[a](')],
  ['brackets in addresses', filled(`${signed}[a](`, '[a]()', '(')],
  ['titles that do not end', filled(signed, '[a](b ')],
  ['brackets', filled(signed, '[')],
  ['pictures that do not end', filled(signed, '![')],
  ['a heading with a hole', filled('# a', ' ', 'x')],
  ['a heading with a hole before a return', filled('# ', ' ', '\rx')],
  ['a heading of hashes', filled('# a', ' #', 'x')],
  ['dashes with a hole', filled('|\n-|-', ' ', 'x')],
  ['dashes without an end', filled('|\n', '-|', 'x')],
  ['a rule with a hole', filled(`${signed}---`, ' ', 'x')],
  ['a rule of holes', filled(signed, '-  ', 'x')],
  ['a run of backticks', filled(signed, '`')],
  ['runs of backticks', filled(signed, '``a```b````c`````d')],
  ['stars', filled(signed, '*')],
  ['stars that open', filled(signed, '*a **b ~~c ')],
  ['escapes', filled(signed, '\\*')],
  ['an item with a hole', filled('- ', ' ', '\tx')],
  ['items with a hole', filled(`- ${' '.repeat(50_000)}a\n`, '  b\n')],
  ['quotes in quotes', filled(signed, '>')],
  ['tables', filled('', `${'|'.repeat(100)}\n-|-\n${'|\n'.repeat(200)}\n`)],
])('the time of %s is linear in the text', (_, text) => {
  expect(text.length).toBeLessThanOrEqual(200_000);
  expect(drawText(text).length).toBeGreaterThan(0);
});

const count = (node: Drawn | string, tag: string): number =>
  typeof node === 'string'
    ? 0
    : Number(node.tag === tag) + node.children.reduce((sum, one) => sum + count(one, tag), 0);

test('a table that is too large says what is not drawn', () => {
  const drawn = drawText(`${'a|'.repeat(1_000)}b\n-|-\n${'1|2\n'.repeat(40_000)}`);
  expect(drawn.reduce((sum, one) => sum + count(one, 'td') + count(one, 'th'), 0)).toBe(20_000);
  expect(drawn.map(written).join('')).toContain('Not drawn: 39801 rows, 901 columns');
});

test('the next text has the full limit of cells', () => {
  const table = `a|b\n-|-\n${'1|2\n'.repeat(9_999)}`;
  for (const text of [table, table]) expect(drawText(text)).toHaveLength(1);
});
