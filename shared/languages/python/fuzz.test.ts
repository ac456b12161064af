import fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Json } from '../../tool/json.ts';
import { openGuest } from './fixtures/open-guest.ts';

/**
 * Runs a program with hostile values and one with harmless words, and returns the differences: another shape
 * of the syntax tree, another number of lines, or another value.
 */
const CHECK = `
import ast, json
from fill import fill
PARAMETERS = {"properties": {"a": {}, "b": {}}}
def shape(text):
    def row(node):
        if isinstance(node, ast.JoinedStr):
            return ("J", [row(item) for item in node.values if not isinstance(item, ast.Constant)])
        if isinstance(node, ast.Constant):
            return type(node.value).__name__
        if isinstance(node, ast.AST):
            return (type(node).__name__, [row(getattr(node, field, None)) for field in node._fields])
        return [row(item) for item in node] if isinstance(node, list) else node
    return repr(row(ast.parse(text)))
def run(text):
    space = {}
    exec(compile(text, "e.py", "exec"), space)
    return space
def check(text):
    case = json.loads(text)
    source, hostile = case["source"], case["arguments"]
    tame = {name: "TAME" + name.upper() for name in hostile}
    one = fill(source, "e.py", PARAMETERS, tame, "bound")
    two = fill(source, "e.py", PARAMETERS, hostile, "bound")
    if one["ok"] != two["ok"]:
        return json.dumps("one was refused: " + str(one) + str(two))
    if not one["ok"]:
        return json.dumps("refused")
    if all(isinstance(value, str) for value in hostile.values()):
        if shape(one["text"]) != shape(two["text"]):
            return json.dumps("shape: " + ascii(two["text"]))
    if one["text"].count("\\n") != two["text"].count("\\n"):
        return json.dumps("lines: " + ascii(two["text"]))
    expected, found = run(one["text"])["v"], run(two["text"])["v"]
    for name, word in tame.items():
        value = str(hostile[name])
        if isinstance(expected, bytes):
            expected = expected.replace(word.encode(), value.encode("utf-8", "surrogatepass"))
        elif isinstance(expected, str):
            expected = expected.replace(word, value)
        else:
            expected = [hostile[name] if item == word else item for item in expected]
    if repr(expected) != repr(found):
        return json.dumps("value: " + ascii(two["text"]) + " " + ascii(expected) + " " + ascii(found))
    return json.dumps("same")
`;

/** Replaces the escaping of values, so that only the proof protects the program. */
const PASTE = `
import fill_edits
def paste(text):
    case = json.loads(text)
    keep = fill_edits.piece
    fill_edits.piece = lambda text, *_: text
    try:
        answer = fill(case["source"], "e.py", PARAMETERS, case["arguments"], "bound")
    finally:
        fill_edits.piece = keep
    return json.dumps(answer["text"] if answer["ok"] else answer["error"]["code"])
`;

let check: (value: Json) => Json;
let paste: (value: Json) => Json;
beforeAll(async () => {
  const guest = await openGuest(loadPyodide, (url) => readFileSync(url, 'utf8'));
  check = guest.define('check', CHECK);
  paste = guest.define('paste', PASTE);
});

const nasty = fc.constantFrom(
  ...["'", '"', "'''", '"""', '\\', '\n', '\r', '\r\n', '{', '}', '{{', '}}', '{a}', '\0'],
  ...['\ud800', '\udfff', '\u202e', '\u2066', '\u2028', '\x85', '\x7f', '\ufeff', '\u0301', '😀'],
  ...['1', '7', 'x41', 'N{DASH}', '%s', ':>5', '!r', '=', '#', '_zq0_', '_zq1_', '\\n', "\\'"],
  ...["'); import os; ('", '"+str(1)+"', ' ', 'u0041', '`'],
);
const hostile = fc.oneof(
  { weight: 8, arbitrary: fc.array(nasty, { maxLength: 6 }).map((pieces) => pieces.join('')) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 20 }) },
  { weight: 1, arbitrary: fc.nat(60_000).map((size) => '\'"\\{\n'.repeat(size / 5)) },
);
const value = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    hostile,
    fc.constantFrom<Json>(0, -3, 1e300, -2.5, true, false, null),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(hostile, tie('value'), { maxKeys: 3 }),
  ),
})).value;

/** Templates, and whether every one of their kind must be filled. */
const quotes = fc.constantFrom("'", '"', "'''", '"""');
const edge = fc.constantFrom('', '', '.', 'é', '\\\\', '\\n', '\\', '\\1', '\\12', '\\123', ' #');
const literal = (prefixes: string[], more: string[] = []) =>
  fc
    .tuple(
      fc.constantFrom(...prefixes),
      quotes,
      edge,
      fc.constantFrom('', '{b}', '{a}', ...more),
      edge,
      fc.constantFrom('', " 'x'", "''", '"y"'),
    )
    .filter(([prefix, , before, , after]) => !/b/i.test(prefix) || !(before + after).includes('é'))
    // A backslash before the closing quote would escape it, in a template like anywhere.
    .filter(([, , , , after]) => !/(^|[^\\])\\$/.test(after))
    .map(([prefix, quote, before, middle, after, next]) => {
      const follows = /b/i.test(prefix) ? '' : next;
      return `v = (${prefix}${quote}${before}{a}${middle}${after}${quote}${follows})`;
    });

const kinds: [string, fc.Arbitrary<string>][] = [
  ['a string', literal(['', 'u'])],
  ['a raw string', literal(['r', 'R'])],
  ['bytes', literal(['b', 'rb', 'Br'])],
  ['an f-string', literal(['f', 'F'], ['{{1}}', '{{2!r}}', '{{{{', '}}}}', '{{3:5}}'])],
  ['a raw f-string', literal(['rf', 'fR'], ['{{1}}', '{{2!r}}', '{{{{', '}}}}'])],
  ['a format specification', fc.constant('v = f\'{{__import__("datetime").date.min:.{a}.{b}}}\'')],
  ['code in an f-string', fc.constantFrom("v = f'{{ [{a}][0] }}{{{b}}}'", 'v = f"{{{a}}}|{b}"')],
  ['code', fc.constantFrom('v = [{a}, {b}]', 'v = [{a}] # {b}', 'v = [({a}), [{b}][0]]\n# {a}\n')],
  [
    'one statement among others',
    fc.constantFrom(
      "w = {{'k': 1}}\ndef f(x):\n    if x:\n        return {a}\n    return 0\nv = [f(1), {b}]; t = 3\nw = 2\n",
      'def d(*all):\n    return lambda f: f\n@d(1)\n@d({a})\ndef f():\n    return 1\nv = [{b}]\nw = 2\n',
      'try:\n    w = 1\nexcept ValueError:\n    w = 2\nelse:\n    v = [{a},\n        {b}]\nfinally:\n    w = 3\n',
      'match 1:\n    case 1 if {a} is None or True:\n        v = [{a}, {b}]\n    case _:\n        v = 0\n',
      'w = 1\r\nv = [{a},\r\n    {b}]\r\nw = 2\r\n',
    ),
  ],
];

describe('T1 no value changes the program', () => {
  test.each(kinds)('A1.20 A1.23 A1.25 in %s the program gets the given value', (name, template) => {
    const texts = name === 'a format specification';
    const some = texts ? hostile.filter((text) => !/[%\0\ud800-\udfff]/.test(text)) : value;
    fc.assert(
      fc.property(template, some, some, (source, a, b) => {
        expect(check({ source, arguments: { a, b } })).toBe('same');
      }),
      { numRuns: 100 },
    );
  });
});

test.each([
  ["v = '{a}'", "'; import os; '"],
  ["v = '{a}'", "' + str(1) + '"],
  ["v = '{a}'", '\\'],
  ["v = '{a}'", '\\n'],
  ["v = '{a}'", "x' 'y"],
  ["v = '{a}' # '", "' #"],
  ["v = f'{a}'", '{1}'],
  ["v = f'{a}'", '{{'],
  ["v = f'{{1:{a}}}'", '{2}'],
  ["v = b'{a}'", "'; v = b'"],
  ['v = """{a}"""', '"""; v = """'],
  ['def f():\n  """{a}"""', '"""\n  return 1\n  """'],
  ["v = '{a}'\nw = 'x'\nu = 1", "'; v = '''"],
  ["v = '{a}'\nw = 'x'\nu = 1", "' \\"],
  ["v = ('{a}')\nw = (1)", "', ("],
])('T1 the proof alone refuses %s with %j', (source, a) => {
  expect(paste({ source, arguments: { a: 'tame' } })).toBe(
    source.replace('{a}', 'tame').replace('{{', '{').replace('}}', '}'),
  );
  expect(paste({ source, arguments: { a } })).toBe('program-changed');
});
