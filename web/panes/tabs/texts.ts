import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the open tools on a narrow screen. */
export const tt = textsOf({
  en: { open: 'Open tools: {count}' },
  zh: { open: '打开的工具：{count}' },
});
