import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';
import { beforeAll, describe, expect, test } from 'vitest';
import { Declared } from '../../tool/declared.ts';
import type { Json, JsonObject } from '../../tool/json.ts';
import { openGuest } from './fixtures/open-guest.ts';

let ask: (value: Json) => Json;
let bind: (value: Json) => Json;
beforeAll(async () => {
  const guest = await openGuest(loadPyodide, (url) => readFileSync(url, 'utf8'));
  ask = guest.define(
    'ask',
    'from declare import declare\ndef ask(text):\n    return json.dumps(declare(json.loads(text), "m.py"))',
  );
  bind = guest.define(
    'bind',
    'import call\ndef bind(text):\n    source, arguments = json.loads(text)\n    names = {}\n    exec(source, names)\n    return json.dumps(repr(names["f"](*call.bound(names["f"], arguments, {})[0], **call.bound(names["f"], arguments, {})[1])))',
  );
});

const read = (source: string) => {
  const answer = Declared.parse(ask(source));
  if (!answer.ok) throw new Error(answer.problems[0]?.message);
  return answer;
};
const first = (source: string) => {
  const [tool] = read(source).tools;
  if (tool === undefined) throw new Error('no tool');
  return tool;
};
const of = (source: string) => first(source).parameters.properties as Record<string, JsonObject>;
const codes = (source: string) => read(source).problems.map(({ code }) => code);
const documented = (head: string, text: string) => `def f(${head}):\n  """X.\n\n  ${text}\n  """`;
const string = { type: 'string' };
const integer = { type: 'integer' };
const list = (items: Json) => ({ type: 'array', items });
const nullable = (schema: Json) => ({ anyOf: [schema, { type: 'null' }] });

describe('A0.10 types in the words of a docstring', () => {
  test.each<[string, Json]>([
    ['int, optional', integer],
    ['`str`, *optional*, defaults to `"m"`', string],
    ['str, required', string],
    [':obj:`int`, optional', integer],
    ['C{int}', integer],
    ['{"a", "b"}, default: "a"', { type: 'string', enum: ['a', 'b'] }],
    ['{same, valid}', { type: 'string', enum: ['same', 'valid'] }],
    ['list of str or None', nullable(list(string))],
    ['int, str or None', { anyOf: [integer, string, { type: 'null' }] }],
    ['`list[str]` or `str`', { anyOf: [list(string), string] }],
    ['sequence of ints', list(integer)],
    ['a string', string],
  ])('%s', (text, schema) => {
    const { description, ...rest } = of(documented('a', `Args:\n    a (${text}): n`)).a ?? {};
    expect(rest).toEqual(schema);
    expect(description).toBe('n');
    const numpy = of(documented('a', `Parameters\n  ----------\n  a : ${text}\n    n`)).a;
    expect(numpy).toEqual({ ...(schema as JsonObject), description: 'n' });
    const rest2 = of(documented('a', `:param a: n\n  :type a: ${text}`)).a;
    expect(rest2).toEqual(numpy);
  });
});

describe('A0.10 docstrings of published code', () => {
  test.each<[string, string, Json]>([
    ['sections in Chinese', '参数:\n    a (str): 名称\n\n  返回:\n    dict: 天气', '名称'],
    ['marks of full width', 'Args:\n    a（str）：名称', '名称'],
    ['as JavaScript writes it', '@param {string} a - The name', 'The name'],
    ['words after a section', 'Args:\n    a: One.\n\n  More words.', 'One.'],
    [
      'an example that looks like one',
      'Args:\n    a: One.\n\n  Example:\n    Args:\n      no: x',
      'One.',
    ],
    ['lists in a text', 'Args:\n    a: One of:\n      - p\n      - q', 'One of:\n- p\n- q'],
    ['choices are no text', 'Args:\n    a: One (choices: ["p"])', 'One'],
  ])('%s', (_, text, description) => {
    const source = documented('a: str', text);
    expect(of(source).a?.description).toBe(description);
    expect(codes(source)).toEqual([]);
  });

  test('a named return value in the NumPy style', () => {
    const source = documented('', 'Returns\n  -------\n  smooth : list of int\n    The answer.');
    expect(first(source).declaredReturnType).toEqual({ type: 'list of int', note: 'The answer.' });
    expect(first('def f() -> "list[int]": "x"').declaredReturnType).toEqual({ type: 'list[int]' });
  });
});

describe('A0.10 types of published code', () => {
  const head = [
    'from typing import *\nfrom typing import Optional as Opt\nfrom pydantic import BaseModel as BM, RootModel, Field',
    'T = TypeVar("T")\nJson = Union[str, List["Json"]]\ntype Pair[A] = tuple[A, A]\nPt = NamedTuple("Pt", [("x", int)])',
    'Alt = TypedDict("Alt", {"k": int}, total=False)\nColor = Enum("Color", "RED BLUE")\nLIMIT = 5 * 10',
    'class Page(BM, Generic[T]):\n  items: list[T]',
    'class Names(RootModel[list[str]]):\n  pass',
    'class Odd(BM):\n  model_config = ConfigDict(extra="forbid")\n  z: str = Field(alias="zip")\n  class In(BM):\n    v: int',
    '@attrs.define\nclass At:\n  x: int\n  y: int = attrs.field(default=3)\n  n: int = field(init=False)',
  ].join('\n');
  test.each<[string, Json]>([
    ['Opt[int]', nullable(integer)],
    ['Any | None', {}],
    ['Page[int]', { type: 'object', properties: { items: list(integer) }, required: ['items'] }],
    ['Pair[int]', { type: 'array', prefixItems: [integer, integer], minItems: 2, maxItems: 2 }],
    ['T', {}],
    ['Names', list(string)],
    ['Pt', { type: 'object', properties: { x: integer }, required: ['x'] }],
    ['Alt', { type: 'object', properties: { k: integer } }],
    ['Color', { type: 'integer', enum: [1, 2] }],
    [
      'Odd',
      {
        type: 'object',
        properties: { zip: string },
        required: ['zip'],
        additionalProperties: false,
      },
    ],
    ['Odd.In', { type: 'object', properties: { v: integer }, required: ['v'] }],
    [
      'At',
      {
        type: 'object',
        properties: { x: integer, y: { type: 'integer', default: 3 } },
        required: ['x'],
      },
    ],
    ['PositiveInt', { type: 'integer', exclusiveMinimum: 0 }],
    ['conlist(int, min_length=1)', { type: 'array', items: integer, minItems: 1 }],
    ['Annotated[str, "one", "two"]', { type: 'string', description: 'one' }],
    ['Json', { $ref: '#/$defs/Json' }],
  ])('%s', (annotation, schema) => {
    const source = `${head}\ndef f(a: ${annotation}): "x"`;
    expect(of(source).a).toEqual(schema);
    expect(codes(source)).not.toContain('unknown-type');
  });

  test('type parameters of the function, very large unions and recursive types', () => {
    expect(of('def f[T: (int, str)](a: list[T]): "x"').a).toEqual(
      list({ anyOf: [integer, string] }),
    );
    expect(of(`def f(a: ${Array(3000).fill('int').join('|')}): "x"`).a).toEqual(integer);
    const json = first(`${head}\ndef f(a: Json): "x"`).parameters.$defs;
    expect(json).toEqual({ Json: { anyOf: [string, list({ $ref: '#/$defs/Json' })] } });
  });

  test.each<[string, Json]>([
    ['LIMIT', 50],
    ['[LIMIT, 2 ** 3]', [50, 8]],
    ['list()', []],
    ['"a" + "b"', 'ab'],
    ['(Color.RED,)', [1]],
    ['9 ** 99999', undefined as unknown as Json],
    ['OTHER', undefined as unknown as Json],
  ])('A0.11 the default %s', (written, value) => {
    expect(of(`${head}\nOTHER = 1\nOTHER = 2\ndef f(a=${written}): "x"`).a?.default).toEqual(value);
  });
});

describe('which functions are tools', () => {
  test.each<[string, string, string[]]>([
    ['overloads', '@overload\ndef f(a: int): ...\ndef f(a): "x"', ['f']],
    ['the first of two ways', 'if x:\n  def f(a): "x"\nelse:\n  def f(b): "y"', ['f']],
    ['not those of a run', 'def f(a): "x"\nif __name__ == "__main__":\n  def main(): "y"', ['f']],
    ['not those that go', 'def f(a): "x"\ndef g(): "y"\ndel g', ['f']],
  ])('A0.9 %s', (_, source, names) => {
    expect(read(source).tools.map(({ name }) => name)).toEqual(names);
    expect(Object.keys(of(source))).toEqual(['a']);
    expect(codes(source)).not.toContain('name-twice');
  });

  test('A0.9 the tools of an Open WebUI file are those of its class', () => {
    const source =
      '"""\ntitle: Desk\n"""\ndef helper(): "h"\nclass Tools:\n  @property\n  def p(self): "p"\n  @staticmethod\n  def s(a: int): "s"\n  async def m(self, b: str, __user__={}): "m"';
    expect(read(source).tools.map(({ entry }) => entry)).toEqual(['Tools.s', 'Tools.m']);
    expect(Object.keys(of(source))).toEqual(['a']);
    expect(codes(source)).toContain('toolkit');
  });

  test('a decorator describes what the docstring does not', () => {
    const model = 'class In(BaseModel):\n  a: int = Field(description="How many", ge=1)';
    const source = `${model}\n@tool("x", description="Does it", args_schema=In)\ndef f(a: int): pass`;
    expect(first(source).description).toBe('Does it');
    expect(of(source).a).toEqual({ type: 'integer', description: 'How many', minimum: 1 });
  });

  test.each([
    ['def f(a, ctx: "Context | None" = None): "x"', ['ctx']],
    ['def f(a, on: Callable[[int], str] = None): "x"', ['on']],
    ['class Context(TypedDict):\n  k: int\ndef f(a, ctx: Context): "x"', undefined],
  ])('hides parameters that a host injects: %s', (source, hidden) => {
    expect(first(source).hidden ?? []).toEqual(hidden ?? []);
  });

  test('A0.14 A0.15 reads policies that a loop or setattr sets', () => {
    const source =
      'def f(): "x"\ndef g(): "y"\nfor one in (f, g):\n  one.resultApprovalPolicy = "always"\nsetattr(g, "executionPolicy", "ask-always")';
    expect(read(source).tools.map(({ policies }) => policies)).toEqual([
      { result: 'always' },
      { execution: 'ask-always', result: 'always' },
    ]);
  });
});

test('A0.31 reports the packages that a call needs', () => {
  const source =
    'import json, yaml\nfrom pydantic import BaseModel\ntry:\n  import maybe\nexcept ImportError: pass\nif TYPE_CHECKING:\n  import never\ndef f(): "x"';
  expect(read(source).packages).toEqual(['PyYAML']);
  expect(read(source).problems).toMatchObject([
    { code: 'foreign-package', line: 1, values: { name: 'yaml', package: 'PyYAML' } },
    { code: 'compiled-package', line: 2, values: { name: 'pydantic' } },
  ]);
});

describe('a call', () => {
  const head =
    'import dataclasses, datetime, enum, typing\n@dataclasses.dataclass\nclass P:\n  x: int\n@dataclasses.dataclass\nclass Q:\n  y: int\nclass C(enum.Enum):\n  A = "a"\ntype Ps = list[P]\n';
  test.each<[string, JsonObject, string]>([
    ['def f(a: P | Q | None): return a', { a: { y: 1 } }, 'Q(y=1)'],
    ['def f(a: Ps): return a', { a: [{ x: 1 }] }, '[P(x=1)]'],
    ['def f(a: typing.Literal[C.A]): return a is C.A', { a: 'a' }, 'True'],
    [
      'def f(a: datetime.timedelta): return a',
      { a: 'P1DT2H' },
      'datetime.timedelta(days=1, seconds=7200)',
    ],
    [
      'class T(typing.TypedDict):\n  c: C\ndef f(a: T): return a["c"] is C.A',
      { a: { c: 'a' } },
      'True',
    ],
  ])('A0.32 %s', (source, args, answer) => {
    expect(bind([head + source, args])).toBe(answer);
  });
});
