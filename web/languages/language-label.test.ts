import { afterEach, expect, test } from 'vitest';
import { i18n } from '../i18n/i18n.svelte.ts';
import { languageLabel } from './language-label.ts';

afterEach(() => i18n.use('en'));

test.each([
  ['agent', 'en', 'Agent'],
  ['agent', 'zh', '智能体'],
  // A name is the same in each.
  ['python', 'zh', 'Python'],
  ['remote', 'zh', undefined],
  [undefined, 'en', undefined],
] as const)('the language %s is called in %s: %s', async (id, locale, label) => {
  await i18n.use(locale);
  expect(languageLabel(id)).toBe(label);
});
