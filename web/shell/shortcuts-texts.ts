import { textsOf } from '../i18n/lazy-texts.svelte.ts';

/** The texts of the list of keys come with it. */
export const ts = textsOf({
  en: {
    title: 'Keyboard shortcuts',
    everywhere: 'Everywhere',
    outside: 'Outside text fields',
  },
  zh: {
    title: '键盘快捷键',
    everywhere: '任何位置',
    outside: '不在输入框内时',
  },
});
