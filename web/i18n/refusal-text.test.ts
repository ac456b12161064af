import { beforeAll, describe, expect, test } from 'vitest';
import { i18n } from './i18n.svelte.ts';
import { modelFaultWordings } from './model-fault-text.ts';
import { refusalText, refusalTexts } from './refusal-text.ts';

/** Everything that refuses a request about conversations or models. */
const sources = import.meta.glob<string>(
  [
    '../../runner/server/routes/conversations/*.ts',
    '../../runner/server/routes/models.ts',
    '../../runner/conversations/*.ts',
    '../../runner/server/app.ts',
    '../../runner/platform/disk-fault.ts',
    '!../../runner/**/*.test.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
);
const said = /(?:refuse\((?:\d+,\s*)?|\bcode: )'([a-z][a-z-]+)'/g;
const codes = [
  ...new Set(
    Object.values(sources).flatMap((text) => [...text.matchAll(said)].map(([, code = '']) => code)),
  ),
  // Of the page's own client.
  ...['unexpected-answer', 'unknown'],
]
  // Faults of models, and the one that opens the page's own dialog.
  .filter((code) => !['no-credential', 'bad-key', 'silent', 'cut', 'no-model'].includes(code));

beforeAll(() => modelFaultWordings.load());

describe('every code of the routes is worded in both languages', () => {
  test('they are found', () => {
    expect(codes).toContain('no-request');
    expect(codes).toContain('goes-on');
    expect(codes).toContain('no-such-provider');
    expect(codes).toContain('disk-full');
    expect(codes.length).toBeGreaterThan(15);
  });
  test.each(codes)('%s', async (code) => {
    const refusal = { code, message: 'As the runner says it', values: { why: '<why>' } };
    await i18n.use('en');
    const english = refusalText(refusal);
    expect(english).not.toBe(refusal.message);
    await i18n.use('zh');
    expect(refusalText(refusal)).toMatch(/\p{Script=Han}/u);
    for (const text of [english, refusalText(refusal)]) expect(text).not.toMatch(/[{}]/);
    expect(refusalText(refusal).includes('<why>')).toBe(english.includes('<why>'));
  });
});

test.each([
  ['bad-key', { provider: 'OpenAI' }, /OpenAI.*密钥/],
  ['bad-address-protocol', { address: 'ftp://x' }, /ftp:\/\/x.*https/],
])('%s is worded as the fault of a model', async (code, values, expected) => {
  await i18n.use('zh');
  expect(refusalText({ code, message: 'In English', values })).toMatch(expected);
});

test('a code that nobody worded stays as the runner says it', async () => {
  await i18n.use('zh');
  const refusal = { code: 'from-a-newer-runner', message: 'It is so', hint: 'Do this' };
  expect(refusalText(refusal)).toBe('It is so. Do this');
  expect(Object.keys(refusalTexts.zh)).toEqual(Object.keys(refusalTexts.en));
});
