import { expect, test } from 'vitest';
import { parse } from './parse.ts';

const declared = new Set(['a', '名字', 'my-key']);
const brief = (source: string, names: ReadonlySet<string> | undefined) =>
  parse(source, names).map((part) => {
    if (part.kind === 'bad') return `${part.fault} ${part.text} ${part.braces.join()}`;
    return part.kind === 'placeholder' ? `<${part.name}>` : `${part.kind} ${part.text}`;
  });

test.each([
  ['x = {a}', ['text x = ', '<a>']],
  ['{{{a}}}', ['escape {', '<a>', 'escape }']],
  ['{a}}}', ['<a>', 'escape }']],
  ['{名字}{my-key}', ['<名字>', '<my-key>']],
  ['{}', ['positional {} 0,1']],
  ['{0}', ['positional {0} 0,2']],
  ['{a.b}', ['access {a.b} 0,4']],
  ['{a[0]}', ['access {a[0]} 0,5']],
  ['{a!r}', ['conversion {a!r} 0,4']],
  ['{a:>5}', ['format {a:>5} 0,5']],
  ['{k:v}', ['unescaped {k:v} 0,4']],
  ['{b}', ['unknown {b} 0,2']],
  ['{ a }', ['unescaped { a } 0,4']],
  ['{', ['lone { 0']],
  ['x}', ['text x', 'lone } 1']],
  ["{'x': {'y': {a}}}", ["unescaped {'x': {'y': {a}}} 0,6,15,16"]],
  ["{'x': {{1: 2}}}", ["unescaped {'x': {{1: 2}}} 0,14"]],
  ["{'}': '{a}'}", ["unescaped {'}': '{a}'} 0,2,11"]],
  ["😀{b}'", ['text 😀', 'unknown {b} 1,3', "text '"]],
])('A1.16 A1.17 A1.18 A1.24 reads %j', (source, parts) => {
  expect(brief(source, declared)).toEqual(parts);
});

test('without declared names every name is a parameter', () => {
  expect(brief('{x} {1: 2}', undefined)).toEqual(['<x>', 'text  ', 'unescaped {1: 2} 4,9']);
});

test('parts cover the template without gaps', () => {
  const source = "😀 {a} {{ {b} } {'x': {1}} {";
  const parts = parse(source, declared);
  let at = 0;
  for (const part of parts) {
    expect(part.start).toBe(at);
    at = part.end;
  }
  expect(at).toBe(Array.from(source).length);
});
