import { describe, expect, test } from 'vitest';
import { PythonJob } from '../../tool/run/job.ts';
import type { AuthoredTool } from '../../tool/toolset.ts';
import { python } from './python.ts';

const parameters = {
  type: 'object',
  properties: { a: {}, op: { type: 'string' }, b: {}, text: { type: 'string' } },
};
const tool = (source: string, code: Partial<AuthoredTool['code']> = {}): AuthoredTool => ({
  definition: { name: 't', description: '', parameters, timeoutMs: 15_000 },
  code: { language: 'python', file: 'execution.py', source, ...code },
});
const codes = (source: string, code?: Partial<AuthoredTool['code']>) =>
  python
    .problems(tool(source, code))
    .filter((problem) => problem.code !== 'unused-parameter')
    .map((problem) => `${problem.severity} ${problem.code} ${problem.line}:${problem.column}`);
const options = { defaultTimeoutMs: 30_000, outputBytes: 100 };

describe('prepare', () => {
  test.each([
    [{}, {}, { task: 'template', mode: 'bound', source: '{a}' }],
    [{}, { fillOnly: true }, { task: 'fill', mode: 'bound', source: '{a}' }],
    [{ template: 'raw' as const }, {}, { task: 'template', mode: 'raw' }],
    [{}, { raw: true }, { task: 'template', mode: 'raw' }],
    [{ entry: 'main' }, {}, { task: 'call', entry: 'main', source: '{a}' }],
    [{ entry: 'main' }, { fillOnly: true }, { task: 'fill', source: '{{a}}' }],
    [{ packages: ['x.whl'] }, {}, { packages: ['x.whl'] }],
  ])('%j with %j', (code, more, expected) => {
    const job = python.prepare(tool('{a}', code), { a: 1 }, { ...options, ...more });
    expect(PythonJob.parse(job)).toEqual(job);
    expect(job).toMatchObject({
      host: 'python',
      file: 'execution.py',
      arguments: { a: 1 },
      limits: { timeoutMs: 15_000, outputBytes: 100 },
      ...expected,
    });
  });
});

describe('problems', () => {
  test('the starter has none', () => {
    expect(codes(python.starter)).toEqual([]);
  });

  test('a module is no template', () => {
    expect(codes('x = {}', { entry: 'main' })).toEqual([]);
  });

  test.each([
    ["print(eval(f'{a}{op}{b}'))", 'warning eval-of-argument 1:7'],
    ['exec({text})', 'warning eval-of-argument 1:1'],
    ["x = 1\neval('{a}' + '{b}')", 'warning eval-of-argument 2:1'],
    ['import shutil\nshutil.rmtree({text})', 'warning destructive-call 2:8'],
    ['import os\nos.remove(x)', 'warning destructive-call 2:4'],
    ['from pathlib import Path\nPath(x).unlink()', 'warning destructive-call 2:9'],
  ])('A1.27 %j: %s', (source, expected) => {
    expect(codes(source)).toContain(expected);
  });

  test.each(['eval("1")', 'x.eval({a})', 'def eval(): pass', '[1].remove(1)', "# eval('{a}')"])(
    'A1.27 nothing to warn of in %j',
    (source) => {
      expect(codes(source)).toEqual([]);
    },
  );

  test.each([
    ["name = '{text}'\nprint(f'你好,{text}!')", ['info placeholder-in-f-string 2:12']],
    ["print(f'{{ {text} }}')", []],
    ['print(f"{{x:{a}}}")', ['info placeholder-in-f-string 1:13']],
    ['# f"{a}"', []],
  ])('A1.23 T1 %j: %j', (source, expected) => {
    expect(codes(source)).toEqual(expected);
  });

  test('A1.23 offers double braces for a variable in an f-string', () => {
    const [problem] = python
      .problems(tool("who = 1\nprint(f'{who}')"))
      .filter(({ severity }) => severity === 'error');
    expect(problem).toMatchObject({ code: 'unknown-placeholder', line: 2, column: 9 });
    expect(problem?.message).toContain('write {{who}} for a Python variable');
    expect(problem?.fix?.edits.map(({ text }) => text)).toEqual(['{{', '}}']);
  });

  test.each([
    ["x = '{a}", 'error template-syntax 1:5'],
    ['x = 😀({a}', 'error template-syntax 1:6'],
    ['x = {a} {op} {b}', 'error placeholder-position 1:9'],
  ])('%j: %s', (source, expected) => {
    expect(codes(source)).toContain(expected);
  });

  test('A1.20 raw mode reports the same findings for str.format', () => {
    const raw = { template: 'raw' } as const;
    expect(codes("x = {text}\ny = '{text}'\nz = {a} {op} {b}", raw)).toEqual(
      expect.arrayContaining(['info unquoted-string 1:5', 'warning breakable-string 2:6']),
    );
    expect(codes('z = {a} {op} {b}', raw)).not.toContain('error placeholder-position 1:9');
  });

  test('reads a template of 1 MB in linear time', () => {
    const source = "print('{text}', {a}, {{'k': 1}})\n".repeat(30_000);
    expect(codes(`${source}{b}, '{op}'`)).toEqual([]);
  });
});
