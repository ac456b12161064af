import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ecmaPattern } from '../../../../shared/languages/powershell/pattern.ts';

/** Patterns with the options of `ValidatePattern`, where some are written. */
const held: [pattern: string, options?: string][] = [
  ['^[a-z]+$'],
  ['^[a-z]+$', 'None'],
  ['^[A-Z][a-z]$', 'Compiled, CultureInvariant'],
  ['^(dev|prod)-\\d{2,}$'],
  ['\\A\\w+\\z'],
  ['^\\W*$'],
  ['ab\\Z'],
  ['(?-i)ab'],
  ['a(?-i:B)c'],
  ['(?i)ab', 'None'],
  ['(a(?-i)B)c'],
  ['[]a]'],
  ['[^]a]$'],
  ['^[^a-z]+$'],
  ['^[^A-Z0-9]+$', 'None'],
  ['^\\p{L}+$'],
  ['^\\p{Lu}', 'None'],
  ['a{,3}'],
  ['a{1,2}?b'],
  ["^(?'x'\\d)(?<y>\\D)$"],
  ['^[\\w.-]+@[\\w-]+\\.\\w+$'],
  ['^\\S+\\s\\S+$'],
  ['^[!-~]+$'],
  ['^[à-ü]+$'],
  ['^[\\u4e00-\\u9fa5]+$'],
  ['(?#why)b'],
  ['\\-\\#\\@'],
  ['[\\-\\]\\^]'],
  ['(?<=a)b(?!c)'],
  ['(?<!A)b(?=C)'],
  ['^\\x61\\u0062$'],
  ['^\\.\\*\\/$'],
  ['^(|x)$'],
  ['^\\t$|^\\n$'],
  ['[$^.*+?(){}|/]'],
];
const unheld: [pattern: string, options?: string][] = [
  ['(?>a+)b'],
  ['[a-z-[aeiou]]'],
  ['\\p{IsGreek}'],
  ['\\p{Lu}'],
  ['\\bfoo'],
  ['(a)\\1'],
  ['(?x) a b'],
  ['[^\\W]'],
  ['(?(a)b|c)'],
  ['(?<a-b>c)'],
  ['\\Gab'],
  ['a', 'Multiline'],
  ['a', 'IgnoreCase, Singleline'],
];
const texts = [
  ...[
    '',
    'a',
    'A',
    'b',
    'ab',
    'AB',
    'aB',
    'abc',
    'ABC',
    'aBc',
    'aBC',
    'Aa',
    'bc',
    'abab',
    '12',
    'a1',
    '1a',
  ],
  ...[
    'dev-12',
    'DEV-123',
    'dev-1',
    'a-',
    '-',
    ']',
    '^',
    'aab',
    'a{,3}',
    'A{,3}',
    'Ärger',
    'é',
    'É',
    'ü',
    'Ü',
  ],
  ...[
    'ß',
    '你好',
    'x.y-z@ex-1.org',
    'jürgen@exämple.de',
    'a b',
    'ab\n',
    '-#@',
    '.*/',
    '\t',
    '\n',
    '!~',
    'K',
    'x',
    '_',
  ],
];

const name = (pattern: string, options: string | undefined) => `${pattern} ${options ?? ''}`;

test.each(unheld)('A0.22 ECMA has no words for %s %s', (pattern, options) => {
  expect(ecmaPattern(pattern, options)).toHaveProperty('unheld');
});

const script = `
$job = [Console]::In.ReadToEnd() | ConvertFrom-Json
ConvertTo-Json -Compress @(foreach ($one in $job.patterns) {
  $regex = [regex]::new($one.pattern, $one.options)
  , @(foreach ($text in $job.texts) { $regex.IsMatch($text) })
})`;
const patterns = held.map(([pattern, options = 'IgnoreCase']) => ({ pattern, options }));
const ran = spawnSync('pwsh', ['-NoProfile', '-NonInteractive', '-Command', script], {
  ...{ input: JSON.stringify({ patterns, texts }), encoding: 'utf8', timeout: 240_000 },
});
const isThere = ran.error === undefined;
if (!isThere) {
  process.stderr.write(
    'Rows that compare patterns with .NET are skipped: there is no "pwsh" on the PATH\n',
  );
}

describe.runIf(isThere)('A0.22 a pattern finds what .NET finds', () => {
  const found = isThere
    ? z.array(z.array(z.boolean())).parse(JSON.parse(ran.stdout || ran.stderr))
    : [];
  test.each(held.map(([pattern, options], at) => [name(pattern, options), at] as const))(
    '%s',
    (_, at) => {
      const [pattern = '', options] = held[at] ?? [];
      const translated = ecmaPattern(pattern, options);
      if (!('pattern' in translated)) throw new Error(`Not held: ${translated.unheld}`);
      const regex = new RegExp(translated.pattern, 'u');
      const finds = (wanted: (text: string, index: number) => boolean) => texts.filter(wanted);
      // .NET lets "$" stand before a last line feed, too; a schema is stricter there.
      const isLast = (text: string) => text.endsWith('\n') && /(?<!\\)\$/.test(pattern);
      expect(finds((text) => regex.test(text) && !isLast(text))).toEqual(
        finds((text, index) => found[at]?.[index] === true && !isLast(text)),
      );
    },
  );
});
