import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../tool/json.ts';
import { openGuest } from './fixtures/open-guest.ts';

let guest: Awaited<ReturnType<typeof openGuest>>;
beforeAll(async () => {
  guest = await openGuest(loadPyodide, (url) => readFileSync(url, 'utf8'));
});

const calcParameters = {
  type: 'object',
  properties: {
    a: { type: 'number' },
    op: { type: 'string', enum: ['+', '-', '*', '/'] },
    b: { type: 'number' },
  },
  required: ['a', 'op', 'b'],
};
const calc = `a = {a}
op = '{op}'
b = {b}
import operator
ops = {{'+': operator.add, '-': operator.sub, '*': operator.mul, '/': operator.truediv}}
print(ops[op](a, b))
`;
const greet = `name = '{name}'
name = (name or '').strip()
if not name:
    print('你好!')
else:
    print(f'你好,{name}!')
`;
const greetParameters = { properties: { name: { type: 'string' } }, required: [] };
const any = (...names: string[]) => ({
  properties: Object.fromEntries(names.map((name) => [name, {}])),
});
const fill = (
  source: string,
  args: JsonObject,
  parameters: JsonObject = any(...Object.keys(args)),
) => guest.fill({ source, parameters, arguments: args });
const raw = (source: string, args: JsonObject) =>
  guest.fill({ source, parameters: {}, arguments: args, mode: 'raw' });

describe('the examples of the guide', () => {
  test('A1.14 A1.15 A1.16 fills calc, whose result is 3', () => {
    const { text, spans } = fill(calc, { a: 1, op: '+', b: 2 }, calcParameters);
    expect(text).toContain("a = 1\nop = '+'\nb = 2\n");
    expect(text).toContain("ops = {'+': operator.add");
    expect(spans.map(({ start, end, parameter }) => [text.slice(start, end), parameter])).toEqual([
      ['1', 'a'],
      ['+', 'op'],
      ['2', 'b'],
    ]);
    expect(guest.run(text)).toBe('3\n');
  });

  test.each([
    ['left out', {}, '你好!\n'],
    ['given', { name: 'Bob' }, '你好,Bob!\n'],
    ['hostile', { name: "{x}'+1" }, "你好,{x}'+1!\n"],
  ])('A1.22 A1.23 T1 T2 greet with the name %s', (_, args, printed) => {
    expect(guest.run(fill(greet, args, greetParameters).text)).toBe(printed);
  });

  test('A1.21 binds a JSON text as one argument', () => {
    const source = 'import json\nprint(json.loads({name_json})["a"])\n';
    expect(guest.run(fill(source, { name_json: '{"a": "it\'s"}' }).text)).toBe("it's\n");
  });

  test('A1.26 the allowlist fails with the message of its author', () => {
    const source =
      "op = '{op}'\nif op not in ['+']:\n    raise ValueError('op must be one of +')\n";
    expect(() => guest.run(fill(source, { op: "'; import os" }).text)).toThrow(
      'ValueError: op must be one of +',
    );
  });
});

describe('values', () => {
  test.each([
    [3, '3'],
    [true, 'True'],
    [null, 'None'],
    [[1, 'x'], "[1, 'x']"],
    [{ k: [false] }, "{'k': [False]}"],
    ["it's", '"it\'s"'],
    ['a\nb', "'a\\nb'"],
    [-2.5, '-2.5'],
  ])('A1.25 inserts %j in code as the literal %s', (value, literal) => {
    expect(fill('a = {a}', { a: value }).text).toBe(`a = ${literal}`);
  });

  test.each([
    [true, 'True'],
    [null, 'None'],
    [[1, 'x'], "[1, \\'x\\']"],
    ["it's {b}\n", "it\\'s {b}\\n"],
  ])('A1.20 A1.25 inserts %j in a string like str.format, escaped', (value, piece) => {
    expect(fill("'{a}'", { a: value }).text).toBe(`'${piece}'`);
  });

  test.each([
    ['{a} ** 2', -3, '(-3) ** 2'],
    ['2 ** {a}', -3, '2 ** -3'],
    ['{a}.real', 3, '(3).real'],
    ['{a}[0]', 'xy', "'xy'[0]"],
    ['x = -{a}', -3, 'x = --3'],
    ["f'{{{a}}}'", { k: 1 }, 'f\'{({"k": 1})}\''],
    ["f'{{x:{a}}}'", '>5', "f'{x:>5}'"],
    ["r'C:\\{a}'", '', "'C:\\\\'"],
    ["'{a}''x'", '', "'' 'x'"],
    ["'\\1{a}'", '2', "'\\0012'"],
    ['x = 1 # {a}', 'y\nz', 'x = 1 # '],
  ])('%s with %j stays one expression: %s', (source, value, text) => {
    expect(fill(source, { a: value })).toMatchObject({ ok: true, text });
  });

  test('T2 a missing argument is its default, else empty in a string and None in code', () => {
    const parameters = { properties: { a: { default: 7 }, b: {} } };
    expect(fill("'{a}'", {}, parameters).text).toBe("'7'");
    expect(fill("('{b}', {b}, {a})", {}, parameters).text).toBe("('', None, 7)");
  });

  test('without a schema every given name is a parameter', () => {
    expect(guest.fill({ source: '{x}', parameters: {}, arguments: { x: 1 } }).text).toBe('1');
  });

  test('refuses nesting beyond the limit, whatever Python would do', () => {
    const deep = JSON.parse('['.repeat(150) + ']'.repeat(150)) as [];
    expect(fill('{a}', { a: deep }).error).toMatchObject({ code: 'argument-too-deep' });
  });
});

describe('refusals', () => {
  test.each([
    ['x = 1\ny = 2\nops = {{}} or {"+": a}', 'unescaped-brace', 3, 15],
    ["ops = {'+': operator.add}", 'unescaped-brace', 1, 7],
    ['s = {1,2,3}', 'unescaped-brace', 1, 5],
    ['s = {k:v for k, v in x}', 'unescaped-brace', 1, 5],
    ['d = {}', 'positional-placeholder', 1, 5],
    ['d = {0}', 'positional-placeholder', 1, 5],
    ['d = {', 'lone-brace', 1, 5],
    ['d = }', 'lone-brace', 1, 5],
    ["'{a.__class__.__mro__}'", 'placeholder-access', 1, 2],
    ["'{a[0]}'", 'placeholder-access', 1, 2],
    ["'{a!r}'", 'placeholder-conversion', 1, 2],
    ["'{a:>5}'", 'placeholder-format', 1, 2],
    ['{c}', 'unknown-placeholder', 1, 1],
    ['x = {a} {b} 2', 'placeholder-position', 1, 5],
    ['x = 1\n  y = {a}', 'template-syntax', 2, 2],
  ])('A1.17 A1.18 A1.24 T3 %j: %s at line %i, column %i', (source, code, line, column) => {
    const { ok, error } = fill(source, { a: 1, b: '+' });
    expect({ ok, ...error }).toMatchObject({ ok: false, code, line, column });
  });

  test('A1.17 an unescaped dict gets the original message and the corrected text', () => {
    const { error } = fill("x = 1\n\nops = {'+': operator.add}", {});
    expect(error.class).toBe('TemplateError');
    expect(error.message).toContain(`缺少必填参数: "'+'"`);
    expect(error.message).toContain('Unescaped brace at line 3, column 7: write {{ and }}');
  });

  test('A1.19 names a missing required argument before anything runs', () => {
    expect(fill(calc, { a: 1, b: 2 }, calcParameters).error).toEqual({
      class: 'MissingArgument',
      message: '缺少必填参数: op',
      code: 'missing-argument',
      missing: 'op',
    });
  });

  test('never raises', () => {
    for (const source of ['\0', '\ud800', '('.repeat(5000), "'".repeat(9), 'x = 1\n\t y']) {
      expect(fill(source, {})).toMatchObject({ ok: false });
    }
  });
});

describe('raw', () => {
  test.each([
    ["a = {a}; s = '{s}'; d = {{}}", "a = 1; s = 'it's'; d = {}"],
    ['{s!r:>8} {l[1]} {d[k]}', '  "it\'s" y v'],
    ['{a:03d}', '001'],
  ])('T3 fills %s like str.format', (source, text) => {
    const args = { a: 1, s: "it's", l: ['x', 'y'], d: { k: 'v' } };
    expect(raw(source, args)).toMatchObject({ ok: true, text });
  });

  test.each([
    ["{'+': add}", 'KeyError', `缺少必填参数: "'+'"`, "'+'"],
    ['{1,2,3}', 'KeyError', "缺少必填参数: '1,2,3'", '1,2,3'],
    ['{name}', 'KeyError', "缺少必填参数: 'name'", 'name'],
    ['{}', 'IndexError', expect.stringMatching(/^模板渲染失败: /), undefined],
    ['{', 'ValueError', expect.stringMatching(/^模板渲染失败: /), undefined],
    ['{a.nothing}', 'AttributeError', expect.stringMatching(/^模板渲染失败: /), undefined],
  ])('A1.17 A1.18 %s fails with a %s as the original does', (source, name, message, missing) => {
    const { error } = raw(source, { a: 1 });
    expect(error).toMatchObject({ class: name, message });
    expect(error.missing).toBe(missing);
  });
});

test('the work of filling grows linearly with the template', () => {
  // Counts lines and calls of Python, because times vary on a busy machine.
  const work = guest.define(
    '_work',
    `
def _work(text):
    body = "def f(x):\\n    print(f'{{x}}', {{'k': 1}})\\n    return x\\n\\n"
    source = body * json.loads(text) + "print({a})\\n"
    steps = 0
    def step(frame, event, arg):
        nonlocal steps
        steps += 1
        return step
    def call(frame, event, arg):
        nonlocal steps
        steps += event == "c_call"
    sys.settrace(step)
    sys.setprofile(call)
    try:
        filled = _fill(source, "execution.py", {"properties": {"a": {}}}, {"a": 1}, "bound")
    finally:
        sys.settrace(None)
        sys.setprofile(None)
    return json.dumps(steps if filled["ok"] else 0)
`,
  );
  const part = Number(work(100));
  expect(part).toBeGreaterThan(1_000);
  // Eight times as long; quadratic work would be 64 times as much.
  expect(Number(work(800)) / part).toBeLessThan(10);
});

test('fills a value of only braces as fast as any other', () => {
  const filled = fill("f'{a}'", { a: '{'.repeat(200_000) });
  expect(filled).toMatchObject({ ok: true });
  expect(guest.run(`print(len(${filled.text}))`)).toBe('200000\n');
});
