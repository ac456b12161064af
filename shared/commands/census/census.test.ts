import { describe, expect, test } from 'vitest';
import { classify, parse } from '../fixtures/opened.ts';
import { disagreement } from './disagreement.ts';
import { takeCensus } from './take-census.ts';

/** Text before a command that makes the grammar, but not bash, take it for words of the previous command. */
const hidden: Record<string, (command: string) => string> = {
  'three parts and a newline': (it) => `cat a | sort | uniq -c\n${it} </dev/null`,
  'four parts': (it) => `cat a | sort | uniq -c | head\n${it} 2>/dev/null`,
  'parts with both outputs': (it) => `ls |& sort | cat\n${it} <<< one`,
  'parts on lines of their own': (it) => `ls |\nsort |\ncat\n${it} </dev/null`,
  'parts and two newlines': (it) => `ls | sort | cat\n\n${it} </dev/null`,
  'parts and a comment': (it) => `ls | sort | cat # sorted\n${it} </dev/null`,
  'parts in a loop': (it) => `for x in a; do ls | sort | cat\n${it} </dev/null\ndone`,
  'parts in a function': (it) => `f() { ls | sort | cat\n${it} </dev/null\n}\nf`,
  'parts in a substitution': (it) => `echo "$(ls | sort | cat\n${it} </dev/null)"`,
  'parts in a branch': (it) => `if true; then ls | sort | cat\n${it} 2>&1\nfi`,
  'parts before a command that reads them': (it) => `ls | sort | cat\n${it} < a | cat`,
  'parts and a here-document': (it) => `ls | sort | cat\n${it} <<E\na\nE`,

  'a continued line': (it) => `ls\n\\\n${it}`,
  'a continued line after blanks': (it) => `ls\n  \\\n${it}`,
  'two continued lines': (it) => `ls\n\\\n\\\n${it}`,
  'a continued line after an empty one': (it) => `ls\n\n\\\n${it}`,
  'a continued line with blanks behind': (it) => `ls\n\\\n   ${it}`,
  'a continued line in a loop': (it) => `for x in a; do ls\n\\\n${it}\ndone`,
  'a continued line in a function': (it) => `f() { ls\n\\\n${it}\n}\nf`,
  'a continued line in a substitution': (it) => `echo $(ls\n\\\n${it})`,
  'a continued line after a comment': (it) => `ls # here\n\\\n${it}`,
  'a continued line in brackets': (it) => `(ls\n\\\n${it})`,

  '=~ and a brace': (it) => `echo a =~ b; ${it} }`,
  '=~ and a newline': (it) => `echo a =~ b\n${it} }`,
  '=~ and a pipe': (it) => `echo a =~ b | ${it} }`,
  '=~ and both': (it) => `echo a =~ b && ${it} }`,
  '=~ at the end': (it) => `echo =~ \n${it}\necho }`,
  '=~ in a group': (it) => `{ echo a =~ b; ${it}; }`,
  '=~ in a function': (it) => `f() { echo a =~ b; ${it}; }\nf`,
  '=~ as a word of grep': (it) => `grep =~ a; ${it} }`,
  '== and a brace': (it) => `echo a == b; ${it} }`,
  '== and a newline': (it) => `echo a == b\n${it} }`,
  'an empty assignment': (it) => `a= \n${it} </dev/null`,
  'two empty assignments': (it) => `a= b=\n${it} </dev/null`,
};
const disguises = [
  'sudo ls',
  's\\udo ls',
  `s"u"do ls`,
  `$'sudo' ls`,
  'env sudo ls',
  'x=sudo; $x ls',
];

describe.each(Object.entries(hidden))('a command after %s', (_shape, put) => {
  test('A3.27 is never allowed without approval', () => {
    expect(classify(put('touch new')).decision).toBe('ask');
    expect(classify(put('$program new')).decision).toBe('ask');
  });

  test.each(disguises)('A4.31 is refused when it is %s', (forbidden) => {
    expect(classify(put(forbidden)).decision).toBe('deny');
  });
});

test.each([
  'cat a | sort | uniq -c\nls 2>/dev/null',
  'cat a | sort | head -3 # most\n\nwc -l a > /dev/null',
  'for f in a b; do\n  grep x "$f" | sort | uniq -c\n  wc -l "$f" 2>/dev/null\ndone',
  'count() {\n  cat "$1" | sort | uniq -c\n  ls 2>/dev/null\n}\ncount a',
  'ls\n\\\nls',
])('allows a script that only the grammar misreads once both readings agree: %j', (script) => {
  expect(classify(script).decision).toBe('allow');
});

describe('the census', () => {
  const names = (script: string) =>
    takeCensus(script).commands.map(({ name }) => (name ? script.slice(name.start, name.end) : ''));
  test.each([
    ['a; b & c | d |& e && f || g\nh', 'abcdefgh'],
    ['if a; then b; elif c; then d; else e; fi', 'abcde'],
    ['while a; do b; done; until c; do d; done', 'abcd'],
    ['for x in 1 2; do a; done; for x; do b; done; for ((;;)); do c; done', 'abc'],
    ['case $x in a) b ;; (c|d) e;& *) f ;;& esac; g', 'befg'],
    ['f() { a; }; function g { b; }; function h () ( c )', 'abc'],
    ['a $(b "$(c)" `d`) "${x:-$(e)}" <(f) >(g)', 'abcdefg'],
    ["a '$(b)' \\$c", 'a'],
    ['a <<E $(b)\n$(c) `d`\nE\ne', 'abcde'],
    ["a <<'E'\n$(b)\nE\nc", 'ac'],
    ['a # b; c\nd#e; f', 'ad#ef'],
    ['a=1 b; c=(1 2) \n d', 'bd'],
    ['>x a 2>&1 <y; &>z b', 'ab'],
    ['a \\\n b; c\\\nd', 'ac\\\nd'],
    ['! a | { b; } | (c)', 'abc'],
    ['a $((1 + $(b))) ', 'ab'],
  ])('finds the commands of %j', (script, found) => {
    expect(names(script).filter(Boolean).sort().join('')).toBe(found);
  });

  test.each(["a 'b", 'a "b', 'a $(b', 'a `b', 'a <<E\nb', 'a b)', 'case a in b', 'a ${b', 'a ((b'])(
    'records a doubt for %j',
    (script) => {
      expect(takeCensus(script).doubts.length).toBeGreaterThan(0);
    },
  );

  test('differs from a tree with another command, word, redirection, operator or text', () => {
    const at = (script: string, read: string) => {
      const root = parse(read);
      if ('unreadable' in root) throw new Error(root.unreadable.message);
      return disagreement(root, takeCensus(script), script);
    };
    expect(at('a b; c <d', 'a b; c <d')).toBeUndefined();
    expect(at('a b; c', 'a b  c')).toBe(5);
    expect(at('a b', 'a  ')).toBe(2);
    expect(at('a  b', 'a <b')).toBe(3);
    expect(at('a ; b', 'a & b')).toBeUndefined();
    expect(at('a <<E\nE\nE\n', 'a <<F\nE\nF\n')).toBe(8);
  });
});
