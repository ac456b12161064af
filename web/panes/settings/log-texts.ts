import type { Message } from '../../i18n/message.ts';
import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the log of tools. */
const en = {
  about:
    'Each time a tool was registered, changed or removed since the runner started, newest first',
  'filter.by': 'Filter by tool, source or event',
  toolRegistered: 'registered',
  toolChanged: 'changed',
  toolUnregistered: 'removed',
  builtin: 'Built-in',
  authored: 'Workspace',
  external: 'External module',
  mcp: 'MCP server',
  open: 'Open {unit}',
  loading: 'Loading the log',
  failed: 'Could not load the log',
  again: 'Retry',
  empty: 'No events since the runner started',
  noMatch: 'No events match "{query}"',
  count: { one: '{count} event', other: '{count} events' },
  more: 'Show {count} more',
} satisfies Record<string, Message>;

const zh: Record<keyof typeof en, Message> = {
  about: '运行器启动以来工具的每次注册、更改和移除，最新的在前',
  'filter.by': '按工具、来源或事件筛选',
  toolRegistered: '已注册',
  toolChanged: '已更改',
  toolUnregistered: '已移除',
  builtin: '内置',
  authored: '工作区',
  external: '外部模块',
  mcp: 'MCP 服务器',
  open: '打开 {unit}',
  loading: '正在加载日志',
  failed: '无法加载日志',
  again: '重试',
  empty: '运行器启动以来没有任何事件',
  noMatch: '没有匹配“{query}”的事件',
  count: { other: '{count} 个事件' },
  more: '再显示 {count} 个',
};

/** A text of the log of tools in the reader's language. */
export const tl = textsOf({ en, zh });
