import { afterAll, expect, test } from 'vitest';
import { i18n, t } from '../i18n/i18n.svelte.ts';
import { toasts } from './toasts.svelte.ts';

afterAll(() => i18n.use('en'));

test('a toast that is there when the language changes is worded in the new one', async () => {
  const id = toasts.show('err', () => t('done.deleted', { id: 'calc' }), {
    ...{ text: () => t('shell.undo'), run: () => undefined },
  });
  const [toast] = toasts.all;
  expect([toast?.text, toast?.action?.text]).toEqual([expect.stringMatching(/^Deleted/), 'Undo']);
  await i18n.use('zh');
  expect([toast?.text, toast?.action?.text]).toEqual([expect.stringMatching(/calc/), '撤销']);
  expect(toast?.text).not.toMatch(/Deleted/);
  toasts.dismiss(id);
  expect(toasts.all).toEqual([]);
});
