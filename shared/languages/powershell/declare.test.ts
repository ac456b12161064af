import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../tool/json.ts';
import { openReader } from './open-reader.ts';

const { resolve } = createRequire(import.meta.url);
const bytes = (path: string) => new Uint8Array(readFileSync(resolve(path)));
let read: Awaited<ReturnType<typeof openReader>>;
beforeAll(async () => {
  read = await openReader({
    engine: bytes('web-tree-sitter/web-tree-sitter.wasm'),
    grammar: bytes('tree-sitter-powershell/tree-sitter-powershell.wasm'),
  });
});

const declared = (source: string) => {
  const answer = read('things.ps1', source);
  if (!answer.ok) throw new Error(answer.problems[0]?.message);
  return answer;
};
const first = (source: string) => {
  const [tool] = declared(source).tools;
  if (!tool) throw new Error('no tool');
  return tool;
};
const point = { type: 'object', properties: { X: { type: 'integer', default: 3 } } };
const types = [
  'enum Color { Red; Green }\n[Flags()] enum Perm { None = 0; Read = 1 }',
  'class Point { [int]$X = 3; hidden [int]$Y }',
  "class Sets { [string[]] GetValidValues() { return @('p', 'q') } }",
].join('\n');
const property = (parameter: string) => {
  const { parameters } = first(`${types}\nfunction Get-It {\n  param(${parameter})\n}`);
  return Object.values(parameters.properties as Record<string, JsonObject>)[0];
};

describe('which functions are tools', () => {
  test('A0.21 those at the top level, except private ones and helpers', () => {
    const source = [
      'function Get-A { }',
      'function Global:Set-B { function Inner { } }',
      'filter Where-C { $_ }',
      'function _Hidden { }',
      'function internal-Thing { }',
      'function Format-Get-A { param($Result, $Arguments) }',
      '$text = "function Not-This { }"',
      'if ($true) { function Not-That { } }',
    ].join('\n');
    expect(declared(source).tools.map(({ name }) => name)).toEqual(['Get-A', 'Set-B', 'Where-C']);
    expect(first(source).hasFormat).toBe(true);
  });

  test('A0.21 a script with its own parameters is the tool', () => {
    const source =
      '<#\n.SYNOPSIS\nCounts.\n.PARAMETER Path\nWhere.\n#>\nparam([Parameter(Mandatory)][string]$Path)\nfunction Help-Me { }\nGet-ChildItem $Path';
    const answer = declared(source);
    expect(answer.tools).toMatchObject([
      {
        name: 'things',
        entry: '.',
        description: 'Counts.',
        parameters: {
          properties: { Path: { type: 'string', description: 'Where.' } },
          required: ['Path'],
        },
      },
    ]);
    expect(answer).not.toHaveProperty('rulePrompt');
  });
});

describe('forms that the grammar does not know', () => {
  test.each([
    ['an argument list that is passed on as it is', 'function Get-A { cmd --% /c "open }\n}'],
    [
      'arguments of a type in brackets',
      'function Get-A { param([List[[int]] []]$A, $B) $A[[int]$B] }',
    ],
    ['a name that ends like a block of PowerShell 7', 'function Get-Clean { $a ?? 1 }'],
  ])('%s', (_, source) => {
    const name = /function (\S+)/.exec(source)?.[1];
    const { tools, problems } = declared(`${source}\nfunction Get-B { }`);
    expect(tools.map((tool) => tool.name)).toEqual([name, 'Get-B']);
    expect(problems.map(({ code }) => code)).not.toContain('powershell-syntax');
  });

  test.each([
    'function Get-A { param($A, $B,) $A }',
    'function Get-A { param($A $B) $A }',
    'function Get-A { param([string]A) 1 }',
    'function Get-A { param($A = ) $A }',
  ])('reports what PowerShell refuses before the body: %s', (source) => {
    const codes = declared(source).problems.map(({ code }) => code);
    expect(codes).toContain('powershell-syntax');
  });
});

describe('parameters', () => {
  test.each<[string, unknown]>([
    ['[string]$A', { type: 'string' }],
    ['[System.String] $A', { type: 'string' }],
    ['[int]$A', { type: 'integer' }],
    ['[long]$A', { type: 'integer' }],
    ['[double]$A', { type: 'number' }],
    ['[decimal]$A', { type: 'number' }],
    ['[bool]$A', { type: 'boolean' }],
    ['[switch]$A', { type: 'boolean' }],
    ['[string[]]$A', { type: 'array', items: { type: 'string' } }],
    ['[int[]]$A', { type: 'array', items: { type: 'integer' } }],
    ['[object[]]$A', { type: 'array' }],
    ['[hashtable]$A', { type: 'object' }],
    ['[datetime]$A', { type: 'string', format: 'date-time' }],
    ['[Nullable[int]]$A', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['[System.Collections.Generic.List[string]]$A', { type: 'array', items: { type: 'string' } }],
    ['[List[[int]]]$A', { type: 'array', items: { type: 'integer' } }],
    ['[MyEnum]$A', { type: 'string' }],
    ['$A', {}],
    ['[int][Parameter()]$A', { type: 'integer' }],
    ['[VALIDATESET(\'a\', "b")][string]$A', { type: 'string', enum: ['a', 'b'] }],
    ["[ValidateSet('one')]$A", { enum: ['one'] }],
    ['[ValidateSet(1, 2)][int]$A', { type: 'integer', enum: [1, 2] }],
    [
      "[ValidateSet('a','b')][string[]]$A",
      { type: 'array', items: { type: 'string', enum: ['a', 'b'] } },
    ],
    ['[ValidateRange(1, 10)][int]$A', { type: 'integer', minimum: 1, maximum: 10 }],
    ['[ValidateRange(-1, 1.5)][double]$A', { type: 'number', minimum: -1, maximum: 1.5 }],
    ["[ValidateRange('Positive')][int]$A", { type: 'integer', exclusiveMinimum: 0 }],
    ["[ValidatePattern('^[0-9]+$')][string]$A", { type: 'string', pattern: '^[0-9]+$' }],
    ["[ValidatePattern('^[a-z]$')][string]$A", { type: 'string', pattern: '^[a-zA-Z]$' }],
    [
      "[ValidatePattern('^[a-z]$', Options = [System.Text.RegularExpressions.RegexOptions]::None)][string]$A",
      { type: 'string', pattern: '^[a-z]$' },
    ],
    ["[ValidatePattern('(?>a)')][string]$A", { type: 'string' }],
    ['[ValidatePattern("a$b")][string]$A', { type: 'string' }],
    ['[Parameter(Mandatory)][string]$A', { type: 'string', minLength: 1 }],
    ['[Parameter(Mandatory)][AllowEmptyString()][string]$A', { type: 'string' }],
    [
      '[Parameter(Mandatory)][ValidateLength(0, 4)][string]$A',
      { type: 'string', minLength: 1, maxLength: 4 },
    ],
    ["[Parameter(Mandatory)][ValidateSet('a')][string]$A", { type: 'string', enum: ['a'] }],
    ['[Parameter(Mandatory)][int]$A', { type: 'integer' }],
    [
      '[Parameter(Mandatory)][string[]]$A',
      { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1 },
    ],
    [
      '[Parameter(Mandatory)][AllowEmptyCollection()][string[]]$A',
      { type: 'array', items: { type: 'string', minLength: 1 } },
    ],
    ['[Parameter(Mandatory)][hashtable]$A', { type: 'object' }],
    [
      '[System.Collections.Generic.Dictionary[string, int]]$A',
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    [
      '[Collections.Generic.IDictionary[string,string[]]]$A',
      { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    ],
    ['[System.Collections.Generic.Dictionary[string,object]]$A', { type: 'object' }],
    [
      '[Collections.Generic.SortedList[string,int]]$A',
      { type: 'object', additionalProperties: { type: 'integer' } },
    ],
    ['[System.Collections.Generic.HashSet[int]]$A', { type: 'array', items: { type: 'integer' } }],
    ['[ValidateLength(1, 9)][string]$A', { type: 'string', minLength: 1, maxLength: 9 }],
    [
      '[ValidateCount(1, 3)][int[]]$A',
      { type: 'array', items: { type: 'integer' }, minItems: 1, maxItems: 3 },
    ],
    ['[ValidateNotNullOrEmpty()][string]$A', { type: 'string', minLength: 1 }],
    [
      '[ValidateRange(1, [int]::MaxValue)][int]$A',
      { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 },
    ],
    [
      '[ValidateRange([System.Management.Automation.ValidateRangeKind]::Positive)][int]$A',
      { type: 'integer', exclusiveMinimum: 0 },
    ],
    ['[ValidateSet([Sets])][string]$A', { type: 'string', enum: ['p', 'q'] }],
    ['[ValidateSet([Unknown])][string]$A', { type: 'string' }],
    ['[ValidateSet(“one”, ‘two’)][string]$A', { type: 'string', enum: ['one', 'two'] }],
    ['[Color]$A = [Color]::Green', { type: 'string', enum: ['Red', 'Green'], default: 'Green' }],
    ['[Perm]$A', { type: 'string' }],
    ['[Point[]]$A', { type: 'array', items: point }],
    ['[DayOfWeek]$A = "Monday"', expect.objectContaining({ default: 'Monday' })],
    ['[string[][]]$A', { type: 'array', items: { type: 'array', items: { type: 'string' } } }],
    ['[System.Nullable`1[int]]$A', { anyOf: [{ type: 'integer' }, { type: 'null' }] }],
    ['[int]$城市', { type: 'integer' }],
    ['[switch]\n# inside\n$A', { type: 'boolean', description: 'inside' }],
    ["[Parameter(HelpMessage='How')][int]$A", { type: 'integer', description: 'How' }],
  ])('A0.21 A0.22 %s', (parameter, schema) => {
    expect(property(parameter)).toEqual(schema);
  });

  test.each<[string, unknown]>([
    ['[int]$A = 5', 5],
    ['[int]$A = -5', -5],
    ['[int]$A = 0x1F', 31],
    ['[long]$A = 2kb', 2048],
    ['[double]$A = 1.5', 1.5],
    ['[bool]$A = $true', true],
    ['[string]$A = \'a, (b) "c" $d\'', 'a, (b) "c" $d'],
    ["[string]$A = 'it''s'", "it's"],
    ['[string]$A = "a`nb ""c"""', 'a\nb "c"'],
    ['[string[]]$A = @("a", "b")', ['a', 'b']],
    ['[int[]]$A = @(1)', [1]],
    ['[string[]]$A = @()', []],
    ["[hashtable]$A = @{ x = 1; 'y' = @('z') }", { x: 1, y: ['z'] }],
    ['[int]$A = (5)', 5],
    ['[int]$A = [int]5', 5],
    ['[int]$A = –5', -5],
    ['[long]$A = 1GB', 1024 ** 3],
    ['[int[]]$A = (1..3)', [1, 2, 3]],
    ['[string]$A = [string]::Empty', ''],
    ['$A = [ordered]@{ x = 1 }', { x: 1 }],
    ['[string]$A = ($B ? 1 : 2)', undefined],
    ['[string]$A = ($B ?? "z")', undefined],
    ['[string]$A = $null', undefined],
    ['[string]$A = (Get-Date -Format "a, b")', undefined],
    ['[string]$A = "$HOME/x"', undefined],
    ['[string]$A = $env:USER', undefined],
    ['[int]$A = 1 + 2', undefined],
    ['$A = { param($x, $y) $x }', undefined],
    ['[string]$A = $(if ($B) { "c" })', undefined],
    ['[datetime]$A = [datetime]::Now', undefined],
  ])('A0.22 the default of %s adds no parameter', (parameter, value) => {
    const source = `function Get-It {\n  param(${parameter}, [int]$Last)\n}`;
    const { parameters } = first(source);
    const properties = parameters.properties as Record<string, JsonObject>;
    expect(Object.keys(properties)).toEqual(['A', 'Last']);
    expect(properties.A?.default).toEqual(value);
  });

  test.each<[string, string[] | undefined]>([
    ['[Parameter(Mandatory)]$A', ['A']],
    ['[Parameter(Mandatory=$true)]$A', ['A']],
    ['[parameter( mandatory = $TRUE, Position = 0 )]$A', ['A']],
    ['[Parameter(Mandatory=$false)]$A', undefined],
    ['[Parameter(Mandatory=1)]$A', ['A']],
    ['[Parameter(Mandatory=0)]$A', undefined],
    ['[Parameter()]$A', undefined],
    ["[Parameter(Mandatory, ParameterSetName='x')]$A", ['A']],
    ["[Parameter(ParameterSetName='x')][Parameter(Mandatory, ParameterSetName='y')]$A", undefined],
    ['[Parameter(DontShow)]$A', undefined],
    ['[Parameter(Mandatory, ParameterSetName="__AllParameterSets")]$A', ['A']],
    [
      "[Parameter(Mandatory, ParameterSetName='x')][Parameter(Mandatory, ParameterSetName='y')]$A",
      ['A'],
    ],
    [
      "[Parameter(Mandatory, ParameterSetName='x')]$A, [Parameter(ParameterSetName='y')]$B",
      undefined,
    ],
  ])('A0.22 required: %s', (parameter, required) => {
    expect(first(`function F { param(${parameter}) }`).parameters.required).toEqual(required);
  });

  test.each([
    ['0b101', 5],
    ['1E-2', 0.01],
    ['1.', 1],
    ['2.5KB', 2560],
    ['7lkb', 7168],
    ['0xFFL', 255],
    ['0xFFFFFFFF', -1],
    ['0xFFFFFFFFL', 2 ** 32 - 1],
    ['(1..3)', [1, 2, 3]],
  ])('a default of %s', (written, value) => {
    const { parameters } = first(`function F { param($A = ${written}, $B = 2) }`);
    expect(parameters.properties).toEqual({ A: { default: value }, B: { default: 2 } });
  });

  test('reads those in parentheses after the name, too', () => {
    const { parameters } = first('function F($A, [int]$B = 2) { }');
    expect(parameters.properties).toEqual({ A: {}, B: { type: 'integer', default: 2 } });
  });
});

describe('help', () => {
  const body = 'param([string]$First, [int]$Second)';
  const blocks =
    '.SYNOPSIS\n  Short.\n.DESCRIPTION\n  Long\n  text.\n.parameter FIRST\n  One.\n.PARAMETER Second\n  Two.\n.OUTPUTS\n  string The text.';
  const lined = blocks.replaceAll(/^/gm, '# ');
  test.each([
    ['before', `<#\n${blocks}\n#>\nfunction F {\n${body}\n}`],
    ['before, one line between', `$x = 1\n<#\n${blocks}\n#>\n\nfunction F {\n${body}\n}`],
    ['before, in lines', `${lined}\nfunction F {\n${body}\n}`],
    ['inside', `function F {\n<#\n${blocks}\n#>\n${body}\n}`],
    ['at the end', `function F {\n${body}\n<#\n${blocks}\n#>\n}`],
    [
      'with BOM and CRLF',
      `\ufeff<#\n${blocks}\n#>\nfunction F {\n${body}\n}`.replaceAll('\n', '\r\n'),
    ],
  ])('A0.21 %s', (_, source) => {
    expect(first(source)).toMatchObject({
      description: 'Short.\nLong text.',
      parameters: {
        properties: { First: { description: 'One.' }, Second: { description: 'Two.' } },
      },
      declaredReturnType: { type: 'string', note: 'The text.' },
    });
  });

  test.each([
    ['an unknown directive voids it', '.SYNOPSIS\nS\n.PARAMETERS\nx'],
    ['a directive without its subject', '.SYNOPSIS\nS\n.PARAMETER\nx'],
    ['words before the first directive', 'Hello\n.SYNOPSIS\nS'],
    ['no directive', 'Hello'],
  ])('%s', (_, text) => {
    expect(first(`<#\n${text}\n#>\nfunction F { }`).description).toBe('');
  });

  test('distinguishes the help of a file from that of its functions', () => {
    const file = '<#\n.SYNOPSIS\nModule.\n#>\n';
    const own = 'function F {\n<#\n.SYNOPSIS\nOwn.\n#>\n}';
    const apart = declared(`${file}\n\n\n${own}`);
    expect(apart.rulePrompt).toBe('Module.');
    expect(apart.tools[0]?.description).toBe('Own.');
    const config = declared(`${file}# TOOL_CONFIG: {"executionPolicy": "auto"}\n${own}`);
    expect(config.rulePrompt).toBe('Module.');
    const trap = declared(`${file}${own}`);
    expect(trap).not.toHaveProperty('rulePrompt');
    expect(trap.tools[0]?.description).toBe('Module.');
  });

  test('uses a comment beside a parameter if help is missing', () => {
    const source =
      'function F {\n  param(\n    # Above\n    [int]$A,\n    [int]$B, # Behind\n    [int]$C\n  )\n}';
    expect(first(source).parameters.properties).toMatchObject({
      A: { description: 'Above' },
      B: { description: 'Behind' },
      C: { type: 'integer' },
    });
  });
});

describe('TOOL_CONFIG', () => {
  test.each([
    [
      '{"executionPolicy": "ask-always", "resultApprovalPolicy": "never"}',
      { execution: 'ask-always', result: 'never' },
    ],
    ['{"permissionLevel": "public"}', { execution: 'auto' }],
    ['{"permissionLevel": "odd"}', { execution: 'ask-always' }],
    ['{"permissionLevel": "public", "executionPolicy": "ask-once"}', { execution: 'ask-once' }],
    [
      '{"requireExecutionApproval": false, "requireResultApproval": true}',
      { execution: 'auto', result: 'always' },
    ],
    ['{"executionPolicy": "odd"}', { execution: 'ask-always' }],
    ['{odd}', { execution: 'ask-always', result: 'always' }],
  ])('A0.19 %s', (config, policies) => {
    expect(declared(`# TOOL_CONFIG: ${config}\nfunction F { }`).policies).toEqual(policies);
  });
});

test.each([
  ['function F { param($A) }', 'no-type', 'info', 1, 20],
  ['function F { param([Odd]$A) }', 'unknown-type', 'info', 1, 20],
  ['function F { }', 'no-docstring', 'warning', 1, 1],
  [
    '\n<#\n.SYNOPSIS\nX\n.PARAMETER B\nb\n#>\nfunction F { }',
    'documented-not-a-parameter',
    'warning',
    8,
    1,
  ],
  ['function F { param([int]$A = (1+1)) }', 'default-not-literal', 'info', 1, 30],
  ['$x = 1', 'no-tools', 'warning', 1, 1],
  ['function F {\n  param([int]$A)\n', 'powershell-unclosed', 'error', 1, 12],
  ['function F { }\n}', 'powershell-unopened', 'error', 2, 1],
  ['function F { "a }', 'powershell-unclosed', 'error', 1, 14],
  ['function F { <# a }', 'powershell-unclosed', 'error', 1, 14],
  ['function F { param([Parameter(Mandatory)][scriptblock]$A) }', 'unmade-type', 'warning', 1, 42],
  ['$你 = 1; function F { param($A) }', 'no-type', 'info', 1, 28],
  ["function F { param([ValidatePattern('\\bx')][string]$A) }", 'pattern-not-ecma', 'info', 1, 20],
  ['function {', 'powershell-unclosed', 'error', 1, 10],
])('A0.31 %j has %s', (source, code, severity, line, column) => {
  const found = read('x.ps1', source).problems.find((problem) => problem.code === code);
  expect(found).toMatchObject({ severity, line, column });
});

test.each([
  'function F { param([int]$A) $A }',
  'function F { [CmdletBinding()]param([int]$A) "x" }',
  'function F { param([int]$A) process { $A ? 1 : ($A ?? 2); $A?.B; $A ??= 3 } }',
  'class X : System.Object { X() : base() { } }\nfunction F { param([int]$A) }',
  "function F { param([int]$A) switch ($A) { '1' { 2 } default { 3 } } }",
  'function F { param([int]$A) $x = "a $("b") }"; $y = \'it\'\'s {\'; <# } #> }',
])('A0.21 reads newer and shorter forms without a problem: %s', (source) => {
  const { tools, problems } = declared(source);
  expect(Object.keys(tools[0]?.parameters.properties ?? {})).toEqual(['A']);
  expect(problems.filter(({ code }) => code.startsWith('powershell'))).toEqual([]);
});

test('A0.21 the help of a script belongs to none of its functions', () => {
  const help = (text: string) => `<#\n.SYNOPSIS\n${text}\n#>\n`;
  const inside = declared(`function F {\n${help('Own.')}}`);
  expect(inside).not.toHaveProperty('rulePrompt');
  const info = declared(`<#PSScriptInfo\n.VERSION 1\n#>\n\n${help('All.')}param($A)\n$A`);
  expect(info.tools[0]?.description).toBe('All.');
});

test('reads a script of 1 MB', () => {
  const source = `function F { param([int]$A) }\n${'$x = @(1, 2, 3)\n'.repeat(65_000)}`;
  expect(declared(source).tools).toHaveLength(1);
});
