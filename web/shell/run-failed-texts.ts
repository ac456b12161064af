import { textsOf } from '../i18n/lazy-texts.svelte.ts';

export const tf = textsOf({
  en: {
    cutOff: 'Connection lost during the run',
    printed: 'Output up to then',
  },
  zh: {
    cutOff: '运行途中连接断开',
    printed: '此前的输出',
  },
});
