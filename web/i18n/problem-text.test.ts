import { beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../shared/tool/problem/problem.ts';
import type { ProblemCode } from '../../shared/tool/problem/problem-codes.ts';
import { fixText, problemText, problemWordings } from './problem-text.ts';
import { i18n } from './i18n.svelte.ts';

const problem = (code: string, values?: Problem['values']): Problem => ({
  severity: 'error',
  // Those of a newer runner, too.
  code: code as ProblemCode,
  message: 'English',
  ...(values === undefined ? {} : { values }),
  file: 'a',
  line: 1,
  column: 1,
  fix: { title: 'Fix it', edits: [] },
});

beforeAll(async () => {
  await i18n.use('zh');
  await problemWordings.load();
});

test.each([
  [
    'a worded code',
    problem('lone-brace', { text: '}' }),
    '孤立的“}”；要一个花括号请双写',
    '双写花括号',
  ],
  [
    'a value in braces',
    problem('unquoted-string', { name: 'op' }),
    '“op”的文本会变成代码；请给 {op} 加引号',
    '加引号',
  ],
  ['a code without a wording', problem('brand-new'), 'English', 'Fix it'],
  ['values that are missing', problem('lone-brace'), 'English', '双写花括号'],
])('words %s', (_name, given, message, fix) => {
  expect(problemText(given)).toBe(message);
  expect(fixText(given)).toBe(fix);
});

/** What reads modules is Python itself, whose codes no type knows. */
const guests = import.meta.glob<string>('../../shared/languages/python/guest/declare*.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const said = [
  ...new Set(
    Object.values(guests).flatMap((text) =>
      [
        ...text.matchAll(/"(?:error|warning|info)",\s*"([a-z]+(?:-[a-z]+)*)"/g),
        ...text.matchAll(/"code": "([a-z-]+)"/g),
      ].map(([, code = '']) => code),
    ),
  ),
].filter((code) => !['code', 'warnings'].includes(code));

test('the codes of the guest are found', () => {
  expect(said).toEqual(expect.arrayContaining(['syntax', 'no-type', 'compiled-package']));
  expect(said.length).toBeGreaterThan(14);
});

test.each(said)('%s, which Python says, is worded', (code) => {
  expect(problemWordings.current).toHaveProperty([code]);
});

test('every wording is Chinese', () => {
  const texts = Object.entries(problemWordings.current ?? {});
  expect(texts.length).toBeGreaterThan(150);
  const others = texts.filter(([, { message }]) => !/\p{Script=Han}/u.test(message));
  // A module's own warning is its author's sentence.
  expect(others.map(([code]) => code)).toEqual(['module-warning']);
});

test.each([
  ['agent', '“智能体”在这里无法运行'],
  ['python', '“Python”在这里无法运行'],
  ['newer', '“newer”在这里无法运行'],
])('the language %s is named as the reader names it', (language, said) => {
  const given = problem('host-missing', { language, reason: '正在准备' });
  expect(problemText(given)).toBe(`${said}，因此不会告诉模型这些工具：正在准备`);
});

test('a reason among the values has a wording of its own', () => {
  expect(problemText(problem('mcp-exited', { exitCode: 3 }))).toContain('3');
  expect(problemText(problem('mcp-exited', { reason: 'signal' }))).toContain('外部');
});
