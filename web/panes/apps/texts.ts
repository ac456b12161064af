import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

const en = {
  about:
    'The MCP server "{server}" provides this app. It has no network and sees only this call. The tools that it calls need your approval.',
  title: 'App of {server}',
  failed: 'The app of {server} could not be opened: {reason}',
  flooded: 'The app of {server} sent too many messages, so Lathe closed it',
  'not an app': 'the server returned no app',
};

const zh: Record<keyof typeof en, string> = {
  about:
    '这个应用由 MCP 服务器“{server}”提供。它没有网络，只能看到这一次调用。它调用的工具需要你批准。',
  title: '{server} 的应用',
  failed: '无法打开 {server} 的应用：{reason}',
  flooded: '{server} 的应用发送的消息过多，Lathe 已将它关闭',
  'not an app': '服务器返回的内容不是应用',
};

/** A text of the frame for servers' interfaces, which is fetched with it. */
export const at = textsOf({ en, zh });
