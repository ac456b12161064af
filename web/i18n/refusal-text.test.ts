import { beforeAll, expect, test } from 'vitest';
import { refusals } from '../../shared/protocol/error.ts';
import { i18n } from './i18n.svelte.ts';
import { refusalsWorded, refusalText, refusalWordings } from './refusal-text.ts';

/** What would fill the values of a code. */
const filled = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, `<${name}>`]));

beforeAll(() => refusalWordings.load());

test.each(Object.entries(refusals))('%s is worded over its values alone', async (code, names) => {
  const refusal = { code, message: 'As the runner says it', values: filled(names) };
  await i18n.use('en');
  expect(refusalText(refusal)).not.toMatch(/[{}]|\p{Script=Han}/u);
  await i18n.use('zh');
  expect(refusalText(refusal)).toMatch(/\p{Script=Han}/u);
  for (const name of names) expect(refusalText(refusal)).toContain(`<${name}>`);
});

test.each([
  ['bad-key', { provider: 'OpenAI' }, /OpenAI.*密钥/],
  ['bad-address-protocol', { address: 'ftp://x' }, /ftp:\/\/x.*https/],
  ['import-link', { entry: 'a/b' }, /a\/b.*链接/],
  ['server-exited', { exitCode: 3 }, /退出码为 3/],
  ['server-exited', { reason: 'signal' }, /外部/],
])('%s is worded where it is told otherwise', async (code, values, expected) => {
  await i18n.use('zh');
  expect(refusalText({ code, message: 'In English', values })).toMatch(expected);
});

test.each([
  [
    { code: 'unlike', values: { expected: { code: 'number' }, given: { code: 'boolean' } } },
    '运行器不接受这个请求：应为数字，实际是布尔值（limits.0）',
  ],
  [{ code: 'body-path' }, '运行器不接受这个请求：请填写路径（limits.0）'],
  [{ code: 'brand-new' }, '运行器不接受这个请求：In English'],
])('why a body does not fit is worded by itself: %j', async (reason, expected) => {
  await i18n.use('zh');
  await refusalsWorded();
  const refusal = { code: 'bad-body', message: 'In English', path: 'limits.0', reason };
  expect(refusalText({ ...refusal, values: { why: 'In English' } })).toBe(expected);
});

test('a code that nobody worded stays as the runner says it', async () => {
  await i18n.use('zh');
  const refusal = {
    code: 'from-a-newer-runner',
    message: 'It is so',
    path: 'a.b',
    hint: 'Do this',
  };
  expect(refusalText(refusal)).toBe('It is so (a.b). Do this');
});
