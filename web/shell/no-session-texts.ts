import { textsOf } from '../i18n/lazy-texts.svelte.ts';
import type { Message } from '../i18n/message.ts';

const en = {
  title: 'This page has no session',
  text: 'Open the address that npm start printed. Its one-time token starts a session in this browser.',
  token: 'Or paste that address or its token here',
  enter: 'Enter',
  refused:
    'The runner refused this token. A token works once: restart the runner to get a new address.',
};

const zh: Record<keyof typeof en, Message> = {
  title: '此页面没有会话',
  text: '请打开 npm start 打印的地址，其中的一次性令牌会在本浏览器中开始会话',
  token: '也可以把该地址或其中的令牌粘贴到这里',
  enter: '进入',
  refused: '运行器拒绝了此令牌。令牌只能使用一次，重新启动运行器即可得到新地址。',
};

/** A text of the page that has no session. */
export const nt = textsOf({ en, zh });
