import { afterEach, expect, test } from 'vitest';
import { i18n } from '../../i18n/i18n.svelte.ts';
import { unsetText } from './field-text.ts';
import { makeField } from './make-field.ts';

afterEach(() => i18n.use('en'));

test.each([
  ['en', { type: 'number', minimum: 1 }, 'number from 1, not set'],
  ['zh', { type: 'number' }, '数字，未填写'],
  ['en', { type: 'string', default: 'plain' }, 'default: plain'],
] as const)('in %s, a field of %o that is not set says "%s"', async (locale, schema, text) => {
  await i18n.use(locale);
  expect(unsetText(makeField(schema, schema))).toBe(text);
});
