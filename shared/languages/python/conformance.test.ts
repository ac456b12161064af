import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../tool/json.ts';
import { openGuest } from './fixtures/open-guest.ts';
import { python } from './python.ts';

let guest: Awaited<ReturnType<typeof openGuest>>;
beforeAll(async () => {
  guest = await openGuest(loadPyodide, (url) => readFileSync(url, 'utf8'));
});

const parameters = {
  type: 'object',
  properties: { a: {}, b: { type: 'string' }, 名字: {}, 'my-key': {} },
};
/** Values of two kinds; refusals must not depend on them. */
const calls: Record<string, Json>[] = [
  { a: -1, b: "it's", 名字: [1], 'my-key': true },
  { a: { k: '"' }, b: '\\\n{a}', 名字: '', 'my-key': null },
];

const good = [
  '',
  'pass',
  'x = {a}',
  "x = '{b}'",
  'x = """{b} \'{a}\'"""',
  "x = r'{b}'; y = rb'{a}'",
  "x = b'{b}'",
  "x = f'{b}'",
  "x = f'{{{a}}}'",
  "x = f'{{1:>{a}}}'",
  "x = f'{{ {a} = }}'",
  "x = f'{{{a}!r}}'",
  "x = f'{{(lambda y: y)({a})}}'",
  "x = f'{{ {{1: {a}}} }}'",
  "x = f'{{{{{b}}}}}'",
  "x = f'''\n{{ {a}\n }}'''",
  "x = '\\N{{BULLET}} {b}'",
  "x = f'\\N{{BULLET}} {b}'",
  "x = '\\{b}'",
  "x = '\\1{b}'",
  "x = '{b}''{b}'",
  '# {a} and {b}',
  '# {{1: 2}}',
  "'{{'",
  '{{}}',
  'x = {{1: {a}}}',
  'x = {{**{a}}}',
  'x = {{{a}}}',
  'x = {{{a}: {b}}}',
  'x = {{k: {a} for k in {b}}}',
  'x = [{a}, {b}]',
  'f({a}, *{b}, k={a}, **{b})',
  'f(x={a}, y=2)',
  "print({a}, end='')",
  'x = {a} if {b} else {a}',
  'x = ({a}\n  + {b})',
  'x = not {a}',
  'x = {a} not in [{b}]',
  'x = {a} is None',
  'x[{a}] = {b}',
  'x[{a}:{b}] = 1',
  'x[{a}], y = 1, 2',
  'f({a}).y = {b}',
  '{a}.y = 1',
  '{a}[0] = 1',
  'x = y = {a}',
  'x = (y, {a})',
  'x: {a} = {b}',
  'x: int = {a}',
  'x += {a}',
  '(x := {a})',
  'if {a}: x = {b}',
  'while {a}:\n  break',
  'for x in {a}: pass',
  'for x, y in {a}, {b}: pass',
  'for x[{a}] in y: pass',
  '[x for x in {a} if {b}]',
  'del x[{a}]',
  'return_ = lambda x={a}, y=2: {b}',
  'lambda: {a}',
  'def f(x={a}, y: {b} = 2) -> {a}: return {b}',
  'class C({a}, metaclass={b}): pass',
  '@{a}\ndef f(): pass',
  'with {a} as x, {b} as y: pass',
  'with open(x) as f, {a} as g: pass',
  'try: pass\nexcept {a}: pass',
  'raise {a} from {b}',
  'assert {a}, {b}',
  'def f():\n  yield {a}\n  yield from {b}\n  return {a}',
  'async def f():\n  await {a}',
  'match {a}:\n  case 1 if {b}: pass',
  'case = {a}',
  'match = {a}\nmatch.x({b})',
  'x = -{a} ** {a}',
  'x = {a}.real; y = {a}()',
  'x = 1 \\\n  + {a}',
  'x = {名字}',
  'x = {my-key}',
  'print("{a}",\n  # {b}\n  {b})',
  'x = {a} # "',
  "x = '#{a}'; y = {b}",
  'x = [1, 2][{a}:]',
  'x = {a} or {b} and {a}',
  'x = {a}\r\ny = {b}\r\n',
  'if {a}:\n\tx = 1\nelse:\n\ty = {b}',
];

const refused = [
  'x = {}',
  'x = {0}',
  'x = {1: 2}',
  "x = {'+': {a}}",
  'x = {1, 2}',
  'x = {c}',
  'x = { a }',
  'x = {a.b}',
  "x = '{a[0]}'",
  "x = '{a!r}'",
  "x = '{a:>5}'",
  'x = {',
  'x = }',
  '# {1: 2}',
  '# }',
  "x = f'{c}'",
  "x = '\\N{BULLET}'",
  'x = {{1: {c}}}',
  'x = {{1: 2}',
  'x{a} = 1',
  'x = 1{a}',
  'x = {a}_',
  'x = {a}{b}',
  'x = {a}if {b} else 1',
  'x = {a} {b}',
  'x = {a} {b} {a}',
  'x = 1 {a}',
  'x = {a} 1',
  "x = {a} 'y'",
  "x = 'y' {a}",
  'x = (1) {a}',
  'x = y {a}',
  'print {a}',
  'x = y.{a}',
  'x = y.{a}.z',
  'f({a}=1)',
  'f(1, {a}=1)',
  '{a} = 1',
  'x = {a} = 1',
  '{a}, x = 1, 2',
  '[x, {a}] = 1, 2',
  '(x, ({a}, y)) = 1, 2',
  '*{a}, x = 1, 2',
  '{a}: int',
  '{a}: int = 1',
  '{a} += 1',
  '({a} := 1)',
  'if x: {a} = 1',
  'x = 1; {a} = 2',
  'for {a} in x: pass',
  'for x, {a} in y: pass',
  '[1 for {a} in x]',
  'del {a}',
  'del x, {a}',
  'import {a}',
  'import x as {a}',
  'from {a} import x',
  'from x import {a}',
  'global {a}',
  'def {a}(): pass',
  'def f({a}): pass',
  'def f(x, {a}=1): pass',
  'def f(*{a}): pass',
  'lambda {a}: 1',
  'lambda x, {a}: 1',
  'class {a}: pass',
  'with x as {a}: pass',
  'try: pass\nexcept X as {a}: pass',
  'match x:\n  case {a}: pass',
  'match x:\n  case [1, {a}] if y: pass',
  'match x:\n  case {a}(): pass',
  "x = f'{{y.{a}}}'",
  "x = f'{{ {a} {b} }}'",
  "x = '{a}",
  'x = """{a}',
  'x = ({a}',
  'x = {a})',
  'x = [{a})',
  "x = f'{{{a}'",
  "x = f'{b}",
];

describe.each([
  ['fills', good, true],
  ['refuses', refused, false],
] as const)('A1.16 A1.17 A1.18 A1.24 the guest %s and the editor agrees', (_, sources, ok) => {
  test.each(sources)('%j', (source) => {
    for (const args of calls) {
      const answer = guest.fill({ source, parameters, arguments: args });
      expect(answer.error?.message ?? 'filled').toSatisfy(() => answer.ok === ok);
    }
    const errors = python
      .problems({
        definition: { name: 't', description: '', parameters },
        code: { language: 'python', file: 'execution.py', source },
      })
      .filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code, message }) => `${code}: ${message}`)).toSatisfy(
      (found: string[]) => (found.length === 0) === ok,
    );
  });
});

test('the table is large enough', () => {
  expect(good.length + refused.length).toBeGreaterThanOrEqual(80);
});
