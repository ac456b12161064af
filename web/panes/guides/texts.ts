import { textsOf } from '../../i18n/lazy-texts.svelte.ts';

/** The texts of the guides' dialog and of the first visit. */
export const tg = textsOf({
  en: {
    title: 'Guides',
    failed: 'This guide could not be loaded. Reload the page when the runner is back',
    'python-tools': 'Python tools',
    'script-modules': 'Script modules',
    'typescript-modules': 'TypeScript modules',
    agents: 'Agents',
    workspace: 'The workspace',
    flags: 'Flags and variables',
    'http-and-mcp': 'HTTP and MCP',
    'threat-model': 'Threat model',
    'first.name': 'First steps',
    'first.this': 'This is {id}.',
    'first.run': 'Run it',
    'first.make': 'Make yours',
    'first.dismiss': 'Dismiss',
  },
  zh: {
    title: '指南',
    failed: '无法加载这篇指南。请在运行器恢复后重新加载页面',
    'python-tools': 'Python 工具',
    'script-modules': '脚本模块',
    'typescript-modules': 'TypeScript 模块',
    agents: '智能体',
    workspace: '工作区',
    flags: '选项和环境变量',
    'http-and-mcp': 'HTTP 和 MCP',
    'threat-model': '威胁模型',
    'first.name': '第一步',
    'first.this': '这是 {id}。',
    'first.run': '运行它',
    'first.make': '新建自己的工具',
    'first.dismiss': '关闭',
  },
});
