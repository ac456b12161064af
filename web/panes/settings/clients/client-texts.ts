import { textsOf } from '../../../i18n/lazy-texts.svelte.ts';
import type { Message } from '../../../i18n/message.ts';

/** What programs get that call over MCP. */
const en = {
  'approve.name': 'Approve in the program that calls',
  'approve.about':
    'On: you may approve a call in the MCP client that makes it, and its word for that is taken. Off: in this page alone',
  'files.name': 'Share the files of the workspace',
  'files.about': 'On: MCP clients may list and read them as resources',
};
export type ClientText = keyof typeof en;

const zh: Record<ClientText, Message> = {
  'approve.name': '在发起调用的程序中批准',
  'approve.about':
    '开：可以在发起调用的 MCP 客户端中批准调用，以该客户端的答复为准。关：只能在本页面批准',
  'files.name': '共享工作区的文件',
  'files.about': '开：MCP 客户端可以将这些文件作为资源列出和读取',
};

export const ct = textsOf({ en, zh });
