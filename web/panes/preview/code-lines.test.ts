import { describe, expect, test } from 'vitest';
import { codeLines } from './code-lines.ts';

const flat = (text: string, language: string, spans = [] as Parameters<typeof codeLines>[2]) =>
  codeLines(text, language, spans).map((line) =>
    line.map(({ text: piece, kind, slot }) => `${kind ?? '-'}${slot ? `@${slot}` : ''}:${piece}`),
  );

describe('codeLines', () => {
  test.each([
    ['python', 'x = 1  # one', [['-:x = ', 'number:1', '-:  ', 'quiet:# one']]],
    ['python', 'print("a")', [['call:print', '-:(', 'string:"a"', '-:)']]],
    ['python', 'forge = None', [['-:forge = ', 'word:None']]],
    ['python', "'''a\nb'''\nx", [["string:'''a"], ["string:b'''"], ['-:x']]],
    ['bash', 'wc -l < "$f" # n', [['call:wc', '-: -l < ', 'string:"$f"', '-: ', 'quiet:# n']]],
    ['json', '{"a": -1.5}', [['-:{', 'key:"a"', '-:: ', 'number:-1.5', '-:}']]],
    ['cobol', 'MOVE 1', [['-:MOVE 1']]],
    ['python', '', [[]]],
  ])('%s %j', (language, text, lines) => expect(flat(text, language)).toEqual(lines));

  test('a slot inside a string is marked and keeps its colour', () => {
    expect(flat("op = '*'", 'python', [{ start: 6, end: 7, parameter: 'op' }])).toEqual([
      ['-:op = ', "string:'", 'string@op:*', "string:'"],
    ]);
  });

  test('spans count code points, and reach over lines', () => {
    expect(flat('𝒳 = 𝒴\nz', 'none', [{ start: 4, end: 7, parameter: 'p' }])).toEqual([
      ['-:𝒳 = ', '-@p:𝒴'],
      ['-@p:z'],
    ]);
  });

  test.each([
    ['an unclosed quote', 'python', (size: number) => `"${'x y\n'.repeat(size / 4)}`],
    ['one word', 'bash', (size: number) => 'a'.repeat(size)],
    ['many quotes on a line', 'python', (size: number) => `'a'`.repeat(size / 3)],
  ])(
    '%s of a megabyte is coloured, which square work would not end in time for',
    (_name, language, make) => {
      const text = make(1_000_000);
      const drawn = codeLines(text, language).map((line) => line.map((part) => part.text).join(''));
      expect(drawn.join('\n')).toBe(text);
    },
  );
});
