import { beforeEach, expect, test } from 'vitest';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { fillFaults, fillFaultText } from './fill-fault-text.ts';

const guests = import.meta.glob<string>('../../../shared/languages/python/guest/fill*.py', {
  query: '?raw',
  import: 'default',
  eager: true,
});
/** The codes that the guest refuses a template with; those with an `f-` name kinds of strings. */
const codes = Object.values(guests).flatMap((text) =>
  [...text.matchAll(/"((?!f-)(?:[a-z]+-)+[a-z]+)"/g)].map(([, code = '']) => code),
);

beforeEach(() => i18n.use('zh'));

test('every code that the guest says is worded, and no other', () => {
  expect([...new Set(codes)].sort()).toEqual(Object.keys(fillFaults.catalogs.en).sort());
});

test.each(Object.keys(fillFaults.catalogs.en))('%s is Chinese on a Chinese page', async (code) => {
  const fault = { class: 'TemplateError', code, line: 7, missing: 'name', message: 'In English' };
  const text = fillFaultText(fault);
  // What Python says stays as it came, in quotation marks.
  const own = text.replace(/“[^”]*”/g, '');
  expect(own).toMatch(/\p{Script=Han}/u);
  expect(own).not.toMatch(/[{}]|English/);
  await i18n.use('en');
  expect(fillFaultText(fault)).not.toMatch(/[{}]|\p{Script=Han}/u);
});

test.each([
  ['a code of a newer guest', { code: 'brand-new' }],
  ['a fault without a code', {}],
  ['a place that is missing', { code: 'lone-brace' }],
])('%s stays as it is said', (_name, more) => {
  expect(fillFaultText({ class: 'TemplateError', message: 'It is so', ...more })).toBe('It is so');
});
