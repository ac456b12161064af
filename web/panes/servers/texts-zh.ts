import type { en } from './texts-en.ts';

export const zh: Record<keyof typeof en, string> = {
  title: 'MCP 服务器',
  add: '添加 MCP 服务器',
  none: '还没有服务器',
  'list.failed': '无法读取服务器列表：{reason}',
  gone: '没有名为“{name}”的 MCP 服务器',
  tools: '工具',
  messages: '消息',
  resources: '资源',
  prompts: '提示词',
  settings: '设置',
  'state.off': '已关闭',
  'state.idle': '空闲',
  'state.starting': '正在启动',
  'state.ready': '运行中',
  'state.signing-in': '等待登录',
  'state.failed': '失败',
};
