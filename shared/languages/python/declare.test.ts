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
    `
from declare import declare
def ask(text):
    job = json.loads(text)
    return json.dumps(declare(job["source"], "m.py", job["options"]))
`,
  );
  bind = guest.define(
    'bind',
    `
import call
def bind(text):
    job = json.loads(text)
    names = {}
    exec(job["source"], names)
    args, kwargs = call.bound(names["f"], job["arguments"], job["parameters"])
    return json.dumps(repr(names["f"](*args, **kwargs)))
`,
  );
});

const declared = (source: string, options: JsonObject = {}) =>
  Declared.parse(ask({ source, options }));
const read = (source: string, options: JsonObject = {}) => {
  const answer = declared(source, options);
  if (!answer.ok) throw new Error(answer.problems[0]?.message);
  return answer;
};
const first = (source: string, options: JsonObject = {}) => {
  const [tool] = read(source, options).tools;
  if (tool === undefined) throw new Error('no tool');
  return tool;
};
const properties = (source: string, options: JsonObject = {}) =>
  first(source, options).parameters.properties as Record<string, JsonObject>;
const problems = (source: string) => declared(source).problems;

describe('the module', () => {
  test('A0.7 its docstring is the rule prompt; without a docstring there is none', () => {
    expect(read('"""Use\n  these.\n"""\ndef f(): "x"').rulePrompt).toBe('Use\nthese.');
    expect(read('def f(): "x"')).not.toHaveProperty('rulePrompt');
  });

  test('A0.8 A0.9 its public functions at the top level are the tools, in the order of the file', () => {
    const source = [
      'from os.path import join',
      'import json as dumps',
      'def second(): "x"',
      'async def first(): "x"',
      'def _helper(): "x"',
      'class Helper:\n  def method(self): "x"',
      'short = lambda a: a',
      'def outer():\n  "x"\n  def inner(): "x"',
      '@decorated(1)\ndef third(): "x"',
      'if True:\n  def fourth(): "x"',
      'try:\n  import x\nexcept ImportError:\n  def fifth(): "x"',
    ].join('\n');
    const names = read(source).tools.map((tool) => tool.name);
    expect(names).toEqual(['second', 'first', 'outer', 'third', 'fourth', 'fifth']);
    expect(read(source).tools[1]?.isAsync).toBe(true);
    const compat = read(source, { compat: true }).tools.map((tool) => tool.name);
    expect(compat).toEqual([...names].sort());
  });

  test('A0.9 reading runs nothing of it', () => {
    expect(read('raise SystemExit\nimport nowhere\ndef f(): "x"').tools).toHaveLength(1);
  });

  test('the methods of a toolkit class are the tools', () => {
    const source = 'class Tools:\n  def a(self, x: int): "x"\n  def _b(self): "x"';
    expect(first(source)).toMatchObject({ name: 'a', entry: 'Tools.a' });
    expect(Object.keys(properties(source))).toEqual(['x']);
    const chosen = 'def f(): "x"\nclass Kit:\n  async def g(self): "x"';
    const entries = read(chosen, { toolkit: 'Kit' }).tools.map((tool) => tool.entry);
    expect(entries).toEqual(['f', 'Kit.g']);
  });
});

describe('docstrings', () => {
  const styles: [string, string][] = [
    [
      'Google',
      'Does it.\n\n  At length.\n\n  Args:\n    a (int): One\n      more.\n    b: Two.\n\n  Returns:\n    dict: All.',
    ],
    [
      'NumPy',
      'Does it.\n\n  At length.\n\n  Parameters\n  ----------\n  a : int, optional\n    One more.\n  b\n    Two.\n\n  Returns\n  -------\n  dict\n    All.',
    ],
    [
      'reST',
      'Does it.\n\n  At length.\n\n  :param int a: One\n    more.\n  :param b: Two.\n  :returns: All.\n  :rtype: dict',
    ],
    [
      'reST with a loose type',
      'Does it.\n\n  At length.\n\n  :param a (int): One more.\n  :param b: Two.\n  :return: All.\n  :rtype: dict',
    ],
    [
      'Epydoc',
      'Does it.\n\n  At length.\n\n  @param a: One more.\n  @param b: Two.\n  @return: All.\n  @rtype: dict',
    ],
    [
      'a list of dashes',
      'Does it.\n\n  At length.\n\n  Parameters:\n  - a (int): One more.\n  - `b`: Two.\n\n  Returns:\n  dict: All.',
    ],
    [
      'Markdown',
      'Does it.\n\n  At length.\n\n  ## Parameters\n  * **a** (int): One more.\n  * **b**: Two.\n\n  ## Returns\n  dict: All.',
    ],
    [
      'NumPy without a line',
      'Does it.\n\n  At length.\n\n  Parameters:\n  a : int\n    One more.\n  b : str\n    Two.\n\n  Returns:\n    dict: All.',
    ],
  ];
  test.each(styles)('A0.10 %s', (_, text) => {
    const source = `def f(a: int, b):\n  """${text}\n  """`;
    const tool = first(source);
    expect(tool.description).toBe('Does it.\nAt length.');
    expect(properties(source)).toMatchObject({
      a: { type: 'integer', description: 'One more.' },
      b: { description: 'Two.' },
    });
    expect(tool.declaredReturnType).toEqual({ type: 'dict', note: 'All.' });
  });

  test('A0.10 uses a type that only the docstring has', () => {
    const source =
      'def f(a, b, c):\n  """X.\n\n  Args:\n    a (list[int], optional): n\n    b (string): n\n    c: pick (choices: ["p", "q"])\n  """';
    expect(properties(source)).toMatchObject({
      a: { type: 'array', items: { type: 'integer' } },
      b: { type: 'string' },
      c: { enum: ['p', 'q'] },
    });
  });
});

describe('annotations', () => {
  const header = [
    'from typing import *',
    'from enum import Enum, StrEnum, auto',
    'from dataclasses import dataclass, field',
    'class Color(Enum):\n  RED = "red"\n  BLUE = "blue"',
    'class Size(StrEnum):\n  SMALL = auto()',
    'class Opts(TypedDict, total=False):\n  a: Required[int]\n  b: str',
    '@dataclass\nclass Point:\n  "A place."\n  x: float\n  y: float = 0\n  tags: list[str] = field(default_factory=list)',
    'class Item(BaseModel):\n  n: int = Field(ge=1, description="How many")\n  next: Optional["Item"] = None',
    'Ids = list[int]',
  ].join('\n');
  const rows: [string, Json][] = [
    ['str', { type: 'string' }],
    ['int', { type: 'integer' }],
    ['float', { type: 'number' }],
    ['bool', { type: 'boolean' }],
    ['Optional[int]', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['int | str', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['Union[int, str, int]', { anyOf: [{ type: 'integer' }, { type: 'string' }] }],
    ['Literal["a", "b"]', { type: 'string', enum: ['a', 'b'] }],
    ['Literal[1, "b", True]', { enum: [1, 'b', true] }],
    ['list', { type: 'array' }],
    ['List[int]', { type: 'array', items: { type: 'integer' } }],
    ['Sequence[str]', { type: 'array', items: { type: 'string' } }],
    ['set[int]', { type: 'array', uniqueItems: true, items: { type: 'integer' } }],
    ['tuple[int, ...]', { type: 'array', items: { type: 'integer' } }],
    [
      'tuple[int, str]',
      {
        type: 'array',
        prefixItems: [{ type: 'integer' }, { type: 'string' }],
        minItems: 2,
        maxItems: 2,
      },
    ],
    ['dict[str, int]', { type: 'object', additionalProperties: { type: 'integer' } }],
    ['Dict', { type: 'object' }],
    ['Any', {}],
    ['"int"', { type: 'integer' }],
    ['"list[Color]"', { type: 'array', items: { type: 'string', enum: ['red', 'blue'] } }],
    ['Annotated[int, "How many"]', { type: 'integer', description: 'How many' }],
    [
      'Annotated[str, Field(min_length=1, description="d")]',
      { type: 'string', minLength: 1, description: 'd' },
    ],
    ['Annotated[int, Ge(1), Le(9)]', { type: 'integer', minimum: 1, maximum: 9 }],
    ['Color', { type: 'string', enum: ['red', 'blue'] }],
    ['Size', { type: 'string', enum: ['small'] }],
    [
      'Opts',
      {
        type: 'object',
        properties: { a: { type: 'integer' }, b: { type: 'string' } },
        required: ['a'],
      },
    ],
    [
      'Point',
      {
        type: 'object',
        description: 'A place.',
        properties: {
          x: { type: 'number' },
          y: { type: 'number', default: 0 },
          tags: { type: 'array', items: { type: 'string' } },
        },
        required: ['x'],
      },
    ],
    ['Ids', { type: 'array', items: { type: 'integer' } }],
    ['datetime', { type: 'string', format: 'date-time' }],
    ['Path', { type: 'string' }],
    ['bytes', { type: 'string', contentEncoding: 'base64' }],
  ];
  test.each(rows)('A0.10 %s', (annotation, schema) => {
    expect(properties(`${header}\ndef f(a: ${annotation}): "x"`).a).toEqual(schema);
  });

  test('A0.10 a recursive class is a reference', () => {
    const { parameters } = first(`${header}\ndef f(a: Item): "x"`);
    expect(parameters.properties).toEqual({ a: { $ref: '#/$defs/Item' } });
    expect(parameters.$defs).toMatchObject({
      Item: {
        type: 'object',
        properties: {
          n: { type: 'integer', minimum: 1, description: 'How many' },
          next: { anyOf: [{ $ref: '#/$defs/Item' }, { type: 'null' }], default: null },
        },
        required: ['n'],
      },
    });
  });

  const compat: [string, Json][] = [
    ['Union[int, str]', { type: 'integer', description: '' }],
    ['str | None', { type: 'string', description: '' }],
    ['tuple[int, str]', { type: 'string', description: '' }],
    ['set[int]', { type: 'string', description: '' }],
    ['dict[str, int]', { type: 'object', description: '' }],
    ['Point', { type: 'string', description: '' }],
    ['"int"', { type: 'string', description: '' }],
    ['Literal["a"]', { type: 'string', enum: ['a'], description: '' }],
    ['list[int]', { type: 'array', items: { type: 'integer' }, description: '' }],
  ];
  test.each(compat)(
    'the compatibility switch gives the original answer for %s',
    (annotation, schema) => {
      const source = `${header}\ndef f(a: ${annotation}): "x"`;
      expect(properties(source, { compat: true }).a).toEqual(schema);
    },
  );
});

describe('parameters', () => {
  test('A0.11 a default is in the schema and makes the parameter optional', () => {
    const { parameters } = first(
      'def f(a: int, b: int = 10, *, c: str, d: str | None = None): "x"',
    );
    expect(parameters).toMatchObject({
      properties: { b: { default: 10 }, d: { default: null } },
      required: ['a', 'c'],
    });
    expect(first('def f(a: int = 1): "x"').parameters).not.toHaveProperty('required');
  });

  test.each([
    ['def f(a, ctx: Context): "x"', ['ctx']],
    ['def f(a, ctx: "RunContext[Deps]"): "x"', ['ctx']],
    ['def f(a, state: Annotated[dict, InjectedState]): "x"', ['state']],
    ['def f(a, __user__: dict, __event_emitter__=None): "x"', ['__user__', '__event_emitter__']],
    ['def f(a, db=Depends(get_db)): "x"', ['db']],
  ])('hides parameters that a host injects: %s', (source, hidden) => {
    expect(first(source).hidden).toEqual(hidden);
    expect(Object.keys(properties(source))).toEqual(['a']);
  });

  test('variadic parameters have no name, and other names reach **kwargs', () => {
    const { parameters } = first('def f(a: int, *rest: int, **more: str): "x"');
    expect(Object.keys(parameters.properties as JsonObject)).toEqual(['a']);
    expect(parameters.additionalProperties).toEqual({ type: 'string' });
    const compat = first('def f(*rest, **more): "x"', { compat: true }).parameters;
    expect(compat).toMatchObject({ required: ['rest', 'more'] });
  });
});

describe('problems', () => {
  test.each([
    [
      'A0.12',
      'def f(a: int):\n  """X.\n\n  Args:\n    a (str): n\n  """',
      'type-disagrees',
      'warning',
      1,
      7,
    ],
    [
      'A0.12',
      'def f(a: int):\n  """X.\n\n  Args:\n    b (int): n\n  """',
      'documented-not-a-parameter',
      'warning',
      1,
      1,
    ],
    ['A0.12', 'x = 1\ndef f(): pass', 'no-docstring', 'warning', 2, 1],
    ['A0.12', 'def f(a): "x"', 'no-type', 'info', 1, 7],
    ['A0.12', 'def f(a: Strange): "x"', 'unknown-type', 'warning', 1, 7],
    [
      'A0.10',
      'def f(a):\n  """X.\n\n  Args:\n    a: b (choices: [p q])\n  """',
      'no-type',
      'info',
      1,
      7,
    ],
    ['A0.10', 'def f(a):\n  """X.\n\n  Args:\n    a (\\0): b\n  """', 'no-type', 'info', 1, 7],
    ['A0.11', 'def f(a: int = n()): "x"', 'default-not-literal', 'info', 1, 7],
    ['A0.11', 'def f(a: set = {1}): "x"', 'default-not-json', 'warning', 1, 7],
    ['A0.8', 'def f(): "x"\ndef f(): "y"', 'name-twice', 'warning', 2, 1],
    ['A0.8', 'x = 1', 'no-tools', 'warning', 1, 1],
    ['A0.19', 'def f(): "x"\nf.executionPolicy = "sometimes"', 'unknown-policy', 'error', 2, 21],
    ['A0.19', 'def f(): "x"\nf.resultApprovalPolicy = x', 'unknown-policy', 'error', 2, 26],
    ['A0.10', '"你"; x = "你"\ndef 你(好: int): "x"; y =', 'syntax', 'error', 2, 24],
  ])('%s: %j is %s', (_, source, code, severity, line, column) => {
    const found = problems(source).filter((problem) => problem.code === code);
    expect(found).toMatchObject([{ severity, line, column }]);
  });

  test.each([
    ['def f(:\n', 1, 7],
    ['x = (\n', 1, 5],
    ['def f():\n  x = 1\n y = 2', 3, 7],
    ['x = "abc', 1, 5],
    ['x\0', 1, 1],
    [`${'('.repeat(500)}`, 1, 200],
  ])('A0.31 source that cannot be parsed: %j', (source, line, column) => {
    const answer = declared(source);
    expect(answer.ok).toBe(false);
    expect(answer.problems[0]).toMatchObject({ code: 'syntax', severity: 'error' });
    expect(answer.problems[0]?.line).toBe(line);
    expect(Math.abs((answer.problems[0]?.column ?? 0) - column)).toBeLessThan(3);
  });

  test('columns count characters, also in lines with Windows line ends', () => {
    const source = '\ufeff"""你"""\r\ndef f(你好: Strange): "x"\r\n';
    const [problem] = problems(source).filter(({ code }) => code === 'unknown-type');
    expect(problem).toMatchObject({ line: 2, column: 7 });
  });

  test('reads 1 MB of source', () => {
    const source = `def f(): "x"\n${'# a line of comment\n'.repeat(30_000)}${'x = [1, 2, 3]\n'.repeat(25_000)}`;
    expect(read(source).tools).toHaveLength(1);
  });
});

describe('policies and formatters', () => {
  test('A0.14 A0.15 A0.16 A0.18 belong to a function, and a formatter is found', () => {
    const source = [
      'def f(): "x"',
      'def g(): "x"',
      'f.executionPolicy = "ask-always"',
      'f.resultApprovalPolicy = "never"',
      'f.format = lambda result, args: "x"',
    ].join('\n');
    expect(read(source).tools).toMatchObject([
      { policies: { execution: 'ask-always', result: 'never' }, hasFormat: true },
      { policies: {}, hasFormat: false },
    ]);
  });

  test.each([
    ['permissionLevel = "public"', { execution: 'auto' }],
    ['permissionLevel = "moderate"', { execution: 'ask-once' }],
    ['permissionLevel = "odd"', { execution: 'ask-always' }],
    ['requireExecutionApproval = False', { execution: 'auto' }],
    ['requireResultApproval = True', { result: 'always' }],
    ['executionPolicy = "odd"', { execution: 'ask-always' }],
  ])('A0.19 older names and unknown words: %s', (line, policies) => {
    expect(first(`def f(): "x"\nf.${line}`).policies).toEqual(policies);
  });
});

describe('a call', () => {
  const head = 'import enum, dataclasses, datetime, pathlib, typing\n';
  test.each([
    ['def f(a, b=2): return a, b', { a: 1 }, '(1, 2)'],
    ['def f(a, /, b, *, c): return a, b, c', { c: 3, b: 2, a: 1 }, '(1, 2, 3)'],
    ['def f(a=1, /, b=2): return a, b', { b: 5 }, '(1, 5)'],
    ['def f(a, ctx): return a, ctx', { a: 1 }, '(1, None)'],
    ['def f(a, **more): return a, more', { a: 1, z: 2 }, "(1, {'z': 2})"],
    ['class C(enum.Enum):\n  A = "a"\ndef f(a: C): return a is C.A', { a: 'a' }, 'True'],
    [
      'def f(a: set[int], b: tuple[int, str]): return a, b',
      { a: [1], b: [1, 'x'] },
      "({1}, (1, 'x'))",
    ],
    [
      '@dataclasses.dataclass\nclass P:\n  x: float\ndef f(a: list[P]): return a',
      { a: [{ x: 1 }] },
      '[P(x=1.0)]',
    ],
    ['def f(a: datetime.date | None): return a', { a: '2026-01-02' }, 'datetime.date(2026, 1, 2)'],
    ['def f(a: pathlib.Path): return a.name', { a: '/x/y' }, "'y'"],
    ['def f(a: int): return a', { a: 'no' }, "'no'"],
    ['def f(a: "Missing"): return a', { a: 1 }, '1'],
  ])('A0.32 converts arguments to the annotated types: %s', (source, args, answer) => {
    const parameters = { properties: { a: {}, b: {}, c: {} } };
    expect(bind({ source: head + source, arguments: args, parameters })).toBe(answer);
  });
});
