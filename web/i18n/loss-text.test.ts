import { beforeAll, expect, test } from 'vitest';
import { formatReasons } from '../../shared/formats/write/format-loss.ts';
import { lossReasons } from '../../shared/schema/providers/loss-reasons.ts';
import { providers } from '../../shared/schema/providers.ts';
import type { Loss } from '../../shared/tool/format.ts';
import { i18n } from './i18n.svelte.ts';
import { lossText, lossWordings } from './reason-text.ts';
import { lossTexts } from './texts/losses.ts';

beforeAll(async () => {
  await i18n.use('zh');
  await lossWordings.load();
});

const reasons = { ...lossReasons, ...formatReasons };
const names = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

test('every reason is worded in Chinese, over the same values', () => {
  const chinese: Readonly<Record<string, string>> = lossTexts.zh ?? {};
  expect(Object.keys(chinese).sort()).toEqual(Object.keys(reasons).sort());
  for (const [code, english] of Object.entries(reasons)) {
    expect(chinese[code], code).toMatch(/\p{Script=Han}/u);
    expect(names(chinese[code] ?? ''), code).toEqual(names(english));
  }
});

test('what a provider loses is said in the reader’s language', async () => {
  const parameters = { type: 'object', properties: { day: { type: 'string', format: 'date' } } };
  const tool = { name: 'tool', description: 'A tool', parameters };
  const { losses } = providers.get('gemini')!.declare(tool);
  expect(losses.map(lossText)).toEqual(['Gemini 不接受 "format": "date"']);
  await i18n.use('en');
  expect(losses.map(lossText)).toEqual(['Gemini does not accept "format": "date"']);
  await i18n.use('zh');
});

test.each<[string, Partial<Loss>]>([
  ['without a code', {}],
  ['of a code that is new', { code: 'brand-new' }],
  ['without its values', { code: 'host-gives' }],
])('a loss %s stays in English', (_name, more) => {
  const loss: Loss = { tool: 't', path: '', keyword: '', action: 'dropped', reason: 'It is so' };
  expect(lossText({ ...loss, ...more })).toBe('It is so');
});
