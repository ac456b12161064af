import { beforeAll, expect, test } from 'vitest';
import type { Problem } from '../../shared/tool/problem.ts';
import { fixText, problemText, problemWordings } from './problem-text.ts';
import { i18n } from './i18n.svelte.ts';

const problem = (code: string, values?: Problem['values']): Problem => ({
  severity: 'error',
  code,
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
