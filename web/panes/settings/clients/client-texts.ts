import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

/** What programs get that call over MCP. */
const en = {
  'approve.name': 'Approve in the calling program',
  'approve.about':
    'On: you can approve a call in the MCP client that makes it. Off: you approve calls only on this page.',
  'files.name': 'Share the files of the workspace',
  'files.about': 'On: MCP clients can list and read them as resources',
};
export type ClientText = keyof typeof en;

const zh: Record<ClientText, Message> = {
  'approve.name': '在发起调用的程序中批准',
  'approve.about': '开：可以在发起调用的 MCP 客户端中批准。关：只能在本页面批准。',
  'files.name': '共享工作区的文件',
  'files.about': '开：MCP 客户端可以将这些文件作为资源列出和读取',
};

export const ct = textsOf({ en, zh });
