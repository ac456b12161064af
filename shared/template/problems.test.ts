import { describe, expect, test } from 'vitest';
import type { Edit } from '../tool/problem/problem.ts';
import type { Hints } from './report.ts';
import { templateProblems } from './problems.ts';

const parameters = {
  type: 'object',
  properties: { name: { type: 'string' }, count: { type: 'number' } },
  required: ['count'],
};
const found = (source: string, hints?: Hints) =>
  templateProblems(source, 'execution.py', parameters, hints).filter(
    ({ code }) => code !== 'unused-parameter',
  );

/** Applies edits of one line, last first. */
function fixed(source: string, edits: readonly Edit[] = []): string {
  const characters = Array.from(source);
  for (const { column, endColumn, text } of [...edits].reverse()) {
    characters.splice(column - 1, endColumn - column, text);
  }
  return characters.join('');
}

test.each([
  ["ops = {'+': add}", 'unescaped-brace', 7, "ops = {{'+': add}}"],
  ["d = {'a': {'b': {name}}}", 'unescaped-brace', 5, "d = {{'a': {{'b': {name}}}}}"],
  ['s = {1,2,3}', 'unescaped-brace', 5, 's = {{1,2,3}}'],
  ['{k:v for k, v in x}', 'unescaped-brace', 1, '{{k:v for k, v in x}}'],
  ['d = {}', 'positional-placeholder', 5, 'd = {{}}'],
  ['d = {0}', 'positional-placeholder', 5, 'd = {{0}}'],
  ['😀{name.upper}', 'placeholder-access', 2, '😀{name}'],
  ['{name[0]}', 'placeholder-access', 1, '{name}'],
  ['{name!r}', 'placeholder-conversion', 1, '{name}'],
  ['{count:>5}', 'placeholder-format', 1, '{count}'],
  ['{nmae}', 'unknown-placeholder', 1, '{name}'],
  ['{item}', 'unknown-placeholder', 1, '{{item}}'],
  ['x = {', 'lone-brace', 5, 'x = {{'],
  ['x = }', 'lone-brace', 5, 'x = }}'],
])('A1.17 A1.18 A1.24 T3 %j: %s at column %i, fixed to %j', (source, code, column, after) => {
  const [problem, ...others] = found(source);
  expect(others).toEqual([]);
  expect(problem).toMatchObject({ severity: 'error', code, line: 1, column });
  expect(fixed(source, problem?.fix?.edits)).toBe(after);
  expect(found(after)).toEqual([]);
});

test('a problem has its line', () => {
  expect(found('a = 1\r\nb = 2\nc = {}\n')[0]).toMatchObject({ line: 3, column: 5, endColumn: 7 });
});

test('reports an unused parameter without refusing it', () => {
  const [problem] = templateProblems('{count}', 'execution.py', parameters);
  expect(problem).toMatchObject({ severity: 'info', values: { name: 'name' } });
});

describe('the context of a placeholder', () => {
  test('A1.23 T1 the template fills an f-string first', () => {
    const [problem] = found("f'{name}'", { place: () => 'f-string' });
    expect(problem).toMatchObject({ severity: 'info', code: 'placeholder-in-f-string' });
    expect(fixed("f'{name}'", problem?.fix?.edits)).toBe("f'{{name}}'");
  });

  test('A1.20 a string in code is bound, and inserted as text in raw mode', () => {
    expect(found('x = {name}', { place: () => 'code' })).toEqual([]);
    const raw = found('x = {name}', { mode: 'raw', place: () => 'code' });
    const unquoted = raw.find(({ code }) => code === 'unquoted-string');
    expect(unquoted?.severity).toBe('info');
    expect(fixed('x = {name}', unquoted?.fix?.edits)).toBe("x = '{name}'");
  });

  test('A1.20 a quoted string can break its literal only in raw mode', () => {
    expect(found("'{name}'", { place: () => 'string' })).toEqual([]);
    const raw = found("'{name}'", { mode: 'raw', place: () => 'string' });
    expect(raw.map(({ code }) => code)).toContain('breakable-string');
  });
});

test.each([
  ["{'+': add}", ['error unescaped-brace']],
  ['{}', ['error positional-placeholder']],
  ['{item}', ['error unknown-placeholder']],
  ['{name.upper}', ['info placeholder-access']],
  ['{count:>5}', ['info placeholder-format']],
  ['{name} {count}', ['warning optional-in-raw']],
])('A1.18 A1.22 T2 T3 raw %s: %j', (source, codes) => {
  const raw = found(source, { mode: 'raw' });
  expect(raw.map(({ severity, code }) => `${severity} ${code}`)).toEqual(codes);
});
