import { textsOf } from '../i18n/lazy-texts.svelte.ts';
import type { Message } from '../i18n/message.ts';

const en = {
  title: 'This page has no session',
  text: 'Open the address that npm start printed. It holds a token that works once and lets this browser in',
  token: 'Or paste that address, or its token, here',
  enter: 'Enter',
  refused:
    'The runner refused this token. Each works once: start the runner again for a new address',
};

const zh: Record<keyof typeof en, Message> = {
  title: '此页面没有会话',
  text: '请打开 npm start 打印出的地址。地址中的令牌只能使用一次，用它让本浏览器进入',
  token: '也可以把该地址或其中的令牌粘贴到这里',
  enter: '进入',
  refused: '运行器拒绝了此令牌。每个令牌只能用一次：重新启动运行器即可得到新地址',
};

/** A text of the page that has no session. */
export const nt = textsOf({ en, zh });
